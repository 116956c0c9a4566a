import { business, transport } from '../outcome.ts';

/** The team of a merchant: codes 81xx. */
export const team = {
  member_not_allowed: transport(8101, 403, {
    en: 'Your role in the team does not allow this. An owner can do it.',
    zh_Hans: '您的团队角色无权执行此操作，请联系所有者',
    zh_Hant: '您的團隊角色無權執行此操作，請聯絡擁有者',
    vi: 'Vai trò của bạn trong nhóm không cho phép thao tác này. Chủ sở hữu có thể thực hiện.',
  }),
  last_owner: business(8102, {
    en: 'There must be one active owner left.',
    zh_Hans: '必须至少保留一名有效的所有者',
    zh_Hant: '必須至少保留一名有效的擁有者',
    vi: 'Phải còn lại ít nhất một chủ sở hữu đang hoạt động.',
  }),
  member_self: business(8103, {
    en: 'Another owner has to do this for you.',
    zh_Hans: '此操作须由其他所有者为您执行',
    zh_Hant: '此操作須由其他擁有者為您執行',
    vi: 'Thao tác này phải do chủ sở hữu khác thực hiện cho bạn.',
  }),
  member_name_taken: business(8104, {
    en: 'A member of the team has, or had, this login name.',
    zh_Hans: '团队中已有或曾有成员使用该登录名',
    zh_Hant: '團隊中已有或曾有成員使用此登入名稱',
    vi: 'Tên đăng nhập này đã hoặc từng được một thành viên trong nhóm dùng.',
  }),
  members_full: business(8105, {
    en: 'A team has at most {most} members. Remove one first.',
    zh_Hans: '团队最多 {most} 名成员，请先移除一名',
    zh_Hant: '團隊最多 {most} 名成員，請先移除一名',
    vi: 'Nhóm có nhiều nhất {most} thành viên. Vui lòng xóa bớt một người trước.',
  }),
  member_first: business(8106, {
    en: 'This is the login that the provider knows the merchant by. It can be suspended; only the provider sets it up anew.',
    zh_Hans: '这是服务商识别商户所用的登录，可以停用，但只能由服务商重新设置',
    zh_Hant: '這是服務商識別商戶所用的登入，可以停用，但只能由服務商重新設定',
    vi: 'Đây là thông tin đăng nhập mà nhà cung cấp dùng để nhận biết người bán. Có thể tạm ngưng, nhưng chỉ nhà cung cấp đặt lại được.',
  }),
} as const;
