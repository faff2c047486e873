/** Texts of any size that are cheap to send and dear to read. */

export type Shape = (size: number) => string;

export const repeated =
	(unit: string): Shape =>
	(size) =>
		unit.repeat(Math.max(1, Math.floor(size / unit.length)));

export const list =
	(unit: string): Shape =>
	(size) =>
		`[${repeated(`${unit},`)(size).slice(0, -1)}]`;

export const nested =
	(open: string, inner: string, close: string): Shape =>
	(size) => {
		const levels = Math.floor(size / (open.length + close.length));
		return `${open.repeat(levels)}${inner}${close.repeat(levels)}`;
	};

export const around =
	(before: string, shape: Shape, after: string): Shape =>
	(size) =>
		`${before}${shape(size)}${after}`;
