export default class {
	size = 0;
	seal = () => undefined;
	matchesAny = () => false;
}
