export default class {
	setXmlVersion = () => undefined;
	readDocType() {
		throw new Error('it declares a document type');
	}
}
