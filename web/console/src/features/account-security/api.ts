import { callQuery, RENEWED } from '@purser/console-kit/query';
import { accountSecurity } from '@purser/contract/features/account-security';

/** Renewed by itself: another tab, or a login, changes it without an event. */
export const security = { ...callQuery(accountSecurity, {}, ['self']), ...RENEWED };
