import { z } from 'zod';

/** A URL from which a file can be downloaded. */
export const webAddress = z
	.string()
	.url()
	.refine((url) => /^https?:/i.test(url), 'must begin with http:// or https://');
