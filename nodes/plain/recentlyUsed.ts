/** Keeps the values that were used most recently, and those that are in use. */
export class RecentlyUsed<Value> {
	private readonly byKey = new Map<string, Value>();

	constructor(
		private readonly most: number,
		private readonly isInUse: (value: Value) => boolean = () => false,
	) {}

	of(key: string, create: () => Value): Value {
		const value = this.byKey.get(key) ?? create();
		this.byKey.delete(key);
		this.byKey.set(key, value);
		for (const [oldest, other] of this.byKey) {
			if (this.byKey.size <= this.most) break;
			if (!this.isInUse(other)) this.byKey.delete(oldest);
		}
		return value;
	}

	get(key: string): Value | undefined {
		return this.byKey.get(key);
	}
}
