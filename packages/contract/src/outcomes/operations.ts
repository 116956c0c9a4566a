import { business, passing } from '../outcome.ts';

/** How the provider runs the system: codes 69xx, and of promised times 7600. */
export const operations = {
  maintenance_time_refused: business(6901, {
    en: 'Maintenance cannot lie in the past, and ends after it starts, within 30 days.',
    zh_Hans: '维护时间不能早于现在；结束时间须晚于开始时间，且不超过 30 天',
    zh_Hant: '維護時間不能早於現在；結束時間須晚於開始時間，且不超過 30 天',
    vi: 'Thời gian bảo trì không được ở quá khứ, phải kết thúc sau khi bắt đầu và trong vòng 30 ngày.',
  }),
  maintenance_overlaps: passing(6902, {
    en: 'Other maintenance is running or planned in this time. End it first.',
    zh_Hans: '该时段内已有进行中或计划中的维护，请先结束该维护',
    zh_Hant: '該時段內已有進行中或計畫中的維護，請先結束該維護',
    vi: 'Trong thời gian này đã có đợt bảo trì khác đang diễn ra hoặc được lên kế hoạch. Hãy kết thúc đợt đó trước.',
  }),
  maintenance_over: passing(6903, {
    en: 'This maintenance is over.',
    zh_Hans: '该维护已结束',
    zh_Hant: '該維護已結束',
    vi: 'Đợt bảo trì này đã kết thúc.',
  }),
  sign_in_policy_changed: passing(6904, {
    en: 'Somebody has changed this meanwhile. Please look at it again.',
    zh_Hans: '他人已在此期间更改，请重新查看',
    zh_Hant: '他人已在此期間變更，請重新檢視',
    vi: 'Có người vừa thay đổi nội dung này. Vui lòng xem lại.',
  }),
  promised_time_changed: passing(7600, {
    en: 'Somebody has changed the promised times meanwhile. Please look at them again.',
    zh_Hans: '他人已在此期间更改承诺时限，请重新查看',
    zh_Hant: '他人已在此期間變更承諾時限，請重新檢視',
    vi: 'Có người vừa thay đổi thời hạn cam kết. Vui lòng xem lại.',
  }),
  session_idle_too_long: business(6905, {
    en: 'A session cannot last longer without a request than at the most.',
    zh_Hans: '会话的无操作时长不能超过最长时长',
    zh_Hant: '工作階段的閒置時長不能超過最長時長',
    vi: 'Thời gian không hoạt động của phiên không thể dài hơn thời gian tối đa.',
  }),
  staff_without_passkey: business(6906, {
    en: 'These members of staff have no passkey yet and could not sign in: {names}.',
    zh_Hans: '以下人员尚无通行密钥，将无法登录：{names}',
    zh_Hant: '以下人員尚無通行金鑰，將無法登入：{names}',
    vi: 'Các nhân viên sau chưa có mã khóa và sẽ không đăng nhập được: {names}.',
  }),
} as const;
