/** What was wanted, or what is wrong. Both sides are an object, whose fields say more. */
export type Result<Wanted, Fault = { what: string }> =
	({ ok: true } & Wanted) | ({ ok: false } & Fault);
