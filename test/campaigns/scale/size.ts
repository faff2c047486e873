const asked = Number(process.env.SCALE_ITEMS ?? '2000');

/** How many messages and how many callbacks; SCALE_ITEMS makes a run smaller while it is worked on. */
export const ITEMS = Math.max(40, Math.floor(asked / 20) * 20);
