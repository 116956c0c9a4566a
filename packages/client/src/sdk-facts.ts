import { SUCCESS_CODES } from '@purser/contract/errors';
import { openOrderClose, openOrderCreate, openOrderQuery } from '@purser/contract/features/open-order';

/**
 * What the SDK takes from the contract as values. The build evaluates this module and puts plain data in its place:
 * the published package carries no schemas and no texts.
 */
export const facts = {
  paths: { create: openOrderCreate.path, query: openOrderQuery.path, close: openOrderClose.path },
  successCodes: SUCCESS_CODES,
};
