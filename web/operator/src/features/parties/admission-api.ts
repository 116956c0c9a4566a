import { callQuery } from '@purser/console-kit/query';
import { marketOverview } from '@purser/contract/features/market';
import { merchantSetUpLink } from '@purser/contract/features/merchant-set-up';

/** The coins that there are, each with the market whose token it is. */
export const coins = callQuery(marketOverview, {}, ['market']);

/** The one-time link that a merchant was given and has not used. */
export const setUpLinkOf = (merchant_id: number) => callQuery(merchantSetUpLink, { merchant_id }, ['party']);
