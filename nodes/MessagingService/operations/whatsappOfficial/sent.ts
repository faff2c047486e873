import { z } from 'zod';

/** Broadcast/reply result (section Resources). */
export const sent = z.object({ ref_no: z.string() }).passthrough();
