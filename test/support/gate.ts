export interface Gate<Value> {
	opened: Promise<Value>;
	open: (value: Value) => void;
}

/** Holds whoever awaits it until a test opens it. */
export function gate<Value = void>(): Gate<Value> {
	let open: (value: Value) => void = () => undefined;
	const opened = new Promise<Value>((resolve) => {
		open = resolve;
	});
	return { opened, open };
}
