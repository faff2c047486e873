export default (text) => text;
