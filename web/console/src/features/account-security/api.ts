import { callQuery } from '@purser/console-kit/query';
import { accountSecurity } from '@purser/contract/features/account-security';

export const security = callQuery(accountSecurity, {}, ['self']);
