import { z } from 'zod';

import { reference } from '../../engine/operation';

/** Broadcast/reply result (section Resources). */
export const sent = z.object({ ref_no: reference }).passthrough();
