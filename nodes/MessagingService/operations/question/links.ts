import { z } from 'zod';

/** Where a question is answered: signed addresses of this n8n. They are made for each wait, not entered by a person. */
export const links = z.object({
	/** The page with the question. */
	page: z.string(),
	/** Approves or declines by itself: for buttons in the chat, which no link previewer opens. */
	approve: z.string(),
	decline: z.string(),
});

export type Links = z.output<typeof links>;

const ANY = 'http://localhost/any/any';

/** In place of the links of one try, so that a message is recognised when it comes again with others. */
export const ANY_LINKS: Links = { page: ANY, approve: ANY, decline: ANY };
