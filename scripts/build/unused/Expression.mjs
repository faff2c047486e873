export default function Expression() {
	throw new Error('no path is used');
}
