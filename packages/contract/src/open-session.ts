import { z } from 'zod';
import { idText, instant } from './fields.ts';

/** A session that still lets somebody in, as those see it whose it is. */
export const openSession = z.strictObject({
  session_id: idText,
  ip: z.string(),
  user_agent: z.string(),
  create_time: instant,
  last_seen_time: instant,
  expires_at: instant,
  /** The session that asks. */
  current: z.boolean(),
});
