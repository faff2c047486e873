interface Gate<Value> {
	opened: Promise<Value>;
	open: (value: Value) => void;
}

/** A promise that a test resolves. */
export function gate<Value = void>(): Gate<Value> {
	let open: (value: Value) => void = () => undefined;
	const opened = new Promise<Value>((resolve) => {
		open = resolve;
	});
	return { opened, open };
}
