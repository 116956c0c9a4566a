import { business, passing } from '../outcome.ts';

/** The white list of login addresses: codes 747x. */
export const whiteList = {
  white_list_known: business(7470, {
    en: 'This IP is already on the white list.',
    zh_Hans: '该 IP 已在白名单内',
    zh_Hant: '此 IP 已在白名單內',
    vi: 'IP này đã có trong danh sách trắng.',
  }),
  white_list_limit: business(7471, {
    en: 'A white list has at most {limit} entries.',
    zh_Hans: '白名单最多 {limit} 条',
    zh_Hant: '白名單最多 {limit} 筆',
    vi: 'Danh sách trắng có tối đa {limit} mục.',
  }),
  /** Confirmed by the field `lock_out`. */
  white_list_locks_out: passing(7472, {
    en: 'Your present address {ip} would not be on the white list: you would be shut out.',
    zh_Hans: '您当前的 IP（{ip}）将不在白名单内，您将无法继续访问',
    zh_Hant: '您目前的 IP（{ip}）將不在白名單內，您將無法繼續存取',
    vi: 'Địa chỉ hiện tại của bạn ({ip}) sẽ không nằm trong danh sách trắng: bạn sẽ bị chặn.',
  }),
} as const;
