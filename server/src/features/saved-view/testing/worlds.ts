import { savedViewAdd, staffSavedViewAdd } from '@purser/contract/features/saved-view';
import { type CallOptions, dataOf, type TestApp } from '../../../platform/testing/app.ts';
import { makeMerchant } from '../../../platform/testing/parties.ts';
import { makeStaff, type TestStaff } from '../../../platform/testing/staff.ts';

interface World {
  readonly options: CallOptions;
  readonly member?: TestStaff;
  readonly input: object;
  readonly other: object;
}

const VIEW = { list_id: 'fund-flow', name: 'One', search: {}, columns: {} };
const OTHER = { ...VIEW, name: 'Two' };

/** A fresh world for each keyed call about saved views, by its path: who asks, what for, and another content. */
export function savedViewWorlds(app: () => TestApp): Record<string, () => Promise<World>> {
  const asMerchant = async () => ({ options: { token: (await makeMerchant(app())).token } });
  const asMember = async () => {
    const member = await makeStaff(app(), 'auditor');
    return { member, options: { staffToken: member.token } };
  };
  const worldsOf = (path: string, add: typeof savedViewAdd, someone: () => Promise<Pick<World, 'options' | 'member'>>) => {
    const withTwo = async () => {
      const who = await someone();
      const kept = async (view: typeof VIEW) => dataOf(await app().call(add, view, who.options)).view_id;
      return { who, one: await kept(VIEW), two: await kept(OTHER) };
    };
    return {
      [`${path}/add`]: async () => ({ ...(await someone()), input: VIEW, other: OTHER }),
      [`${path}/update`]: async () => {
        const { who, one } = await withTwo();
        return { ...who, input: { view_id: one, name: 'Third' }, other: { view_id: one, name: 'Fourth' } };
      },
      [`${path}/delete`]: async () => {
        const { who, one, two } = await withTwo();
        return { ...who, input: { view_id: one }, other: { view_id: two } };
      },
    };
  };
  return {
    ...worldsOf('/v1/merchant/saved_view', savedViewAdd, asMerchant),
    ...worldsOf('/v1/operator/saved_view', staffSavedViewAdd, asMember),
  };
}
