/** A promise that a test resolves. */
export function gate<Value = void>() {
	let open: (value: Value) => void = () => undefined;
	const opened = new Promise<Value>((resolve) => {
		open = resolve;
	});
	return { opened, open };
}
