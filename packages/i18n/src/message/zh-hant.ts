import { translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const zhHant = translation<typeof en>()({
  'merchant_setup.subject': '請設定您的{service}商戶帳號',
  'merchant_setup.body': `{name}，您好：

您在{service}的商戶帳號已開通。請開啟以下連結設定密碼並綁定驗證器：

{link}

此連結在 {hours} 小時內有效，僅可使用一次。任何人持有此連結都能控制該帳號，請勿轉寄。

如非您本人申請，請忽略此訊息。`,

  'staff_invitation.subject': '邀請您使用{service}營運後台',
  'staff_invitation.body': `{name}，您好：

您已受邀使用{service}的營運後台。請開啟以下連結設定密碼並綁定第二驗證方式：

{link}

此連結在 {hours} 小時內有效，僅可使用一次，請勿轉寄。

如對此邀請有疑問，請聯絡{service}的負責人。`,

  'member_invitation.subject': '邀請您加入{merchant}的團隊',
  'member_invitation.body': `{name}，您好：

您已受邀在{service}代表{merchant}操作。您的登入名稱是 {username}。請開啟以下連結設定密碼並綁定驗證器：

{link}

此連結在 {hours} 小時內有效，僅可使用一次，請勿轉寄。

如對此邀請並不知情，請忽略此訊息。`,

  'login_code.subject': '您的{service}登入驗證碼',
  'login_code.body': `您的登入驗證碼是：

{code}

{minutes} 分鐘內有效，僅可使用一次。我們絕不會透過電話或聊天向您索取驗證碼。

如非您本人登入，您的密碼可能已外洩，請立即修改。`,
  'login_code.sms': '【{service}】登入驗證碼 {code}，{minutes} 分鐘內有效，請勿告訴任何人。',

  'verification_code.subject': '您的{service}驗證碼',
  'verification_code.body': `您的驗證碼是：

{code}

{minutes} 分鐘內有效，僅可使用一次。我們絕不會透過電話或聊天向您索取驗證碼。

如非您本人操作，請忽略此訊息。`,
  'verification_code.sms': '【{service}】驗證碼 {code}，{minutes} 分鐘內有效，請勿告訴任何人。',

  'already_registered.subject': '您已有{service}帳號',
  'already_registered.body': `有人（可能是您）想用此地址註冊。該地址在{service}已有帳號，因此沒有再開新帳號。

請在此登入；如果忘記了密碼，可在那裡重新設定：

{link}

如果不是您本人操作，無需理會。沒有人得知您已有帳號。`,
  'already_registered.sms': '【{service}】此號碼已有帳號。登入或重設密碼：{link}',

  'new_sign_in_place.subject': '您的{service}帳號在新地點登入',
  'new_sign_in_place.body': `{name}，您好：

您的帳號在一個從未使用過的地點登入。

位址：{address}
時間：{time}

如是您本人操作，無需處理。如非本人操作，請立即修改密碼並聯絡客服。`,

  'second_factor_locked.subject': '您的{service}帳號多次輸入錯誤驗證碼',
  'second_factor_locked.body': `{name}，您好：

有人多次為您的帳號輸入錯誤的驗證碼或支付密碼。我們已暫時停止接受輸入。

位址：{address}
時間：{time}

如非您本人操作，請立即修改密碼並聯絡客服。`,

  'password_changed.subject': '您的{service}密碼已修改',
  'password_changed.body': `{name}，您好：

您帳號的密碼已被修改。

時間：{time}

如非您本人操作，請立即聯絡客服。`,

  'authenticator_changed.subject': '您的{service}驗證器已更換',
  'authenticator_changed.body': `{name}，您好：

您的帳號已設定新的驗證器，原驗證器不再有效。

時間：{time}

如非您本人操作，請立即聯絡客服。`,

  'notice_mail_changed.subject': '您的{service}通知信箱已變更',
  'notice_mail_changed.body': `{name}，您好：

今後有關您帳號的通知將寄送至另一信箱：

{address}

時間：{time}

如非您本人操作，請立即聯絡客服。`,

  'account_suspended.subject': '您的{service}帳號已停用',
  'account_suspended.body': `{name}，您好：

您的帳號已被停用。帳號內的資產仍歸您所有，不受影響。

時間：{time}

如需瞭解詳情，請聯絡客服。`,

  'account_closed.subject': '您的 {service} 帳戶已關閉',
  'account_closed.body': `{name}，您好：

您的帳戶已依您的要求關閉。我們保存的有關您的資料已被刪除，依法必須保留的紀錄除外，且這些紀錄不再帶有您的姓名。您將不會再收到任何訊息。

您的帳戶編號為 {number}。如日後仍有屬於您的款項送達，請向客服提供該編號。

時間：{time}

如非本人操作，請立即聯絡客服。`,

  'account_unlocked.subject': '您的{service}帳號已解鎖',
  'account_unlocked.body': `{name}，您好：

您的帳號因多次輸錯密碼或驗證碼被暫時鎖定，客服已為您解鎖。

時間：{time}

如果不是您提出的要求，請立即聯絡客服。`,

  'identity_approved.subject': '您的{service}身分驗證已通過',
  'identity_approved.body': `{name}，您好：

您的身分驗證已通過，需要身分驗證的功能現已開放。

時間：{time}`,

  'identity_rejected.subject': '您的{service}身分驗證未通過',
  'identity_rejected.body': `{name}，您好：

您的身分驗證未通過，原因：

{reason}

時間：{time}

您可登入後重新提交。`,

  'white_list_cleared.subject': '您的{service}登入白名單已清空',
  'white_list_cleared.body': `{name}，您好：

因白名單使您自己無法登入，客服已清空您帳號的登入 IP 白名單，現在可從任意位址登入。

時間：{time}

登入後請重新新增您的位址。如果不是您提出的要求，請立即聯絡客服。`,

  'payout_address_changed.subject': '您在 {service} 的提領地址已變更',
  'payout_address_changed.body': `{name}，您好：

您的 {network} 網路 USDT 提領地址已於 {time} 變更，新地址為：

{address}

該地址自 {usable} 起可用。如非本人操作，請在此之前修改密碼並聯絡我們。`,

  'payment_receipt.subject': '收據：向 {merchant} 支付 {amount}',
  'payment_receipt.body': `{name}，您好：

您已用 {service} 錢包向 {merchant} 付款。

金額：{amount}
時間：{time}
商戶訂單編號：{order}
流水號：{serial}

收據保存在您的錢包中，可列印或下載為 PDF 檔案：

{link}

這封郵件是您在收據頁面要求寄送的。如非本人操作，請修改密碼並聯絡客服。`,

  'passkey_added.subject': '您的{service}帳戶已新增通行金鑰',
  'passkey_added.body': `{name}，您好：

通行金鑰「{passkey}」已新增至您的帳戶，今後可用於登入和確認付款。如非本人操作，請在錢包的「通行金鑰」中將其移除，並變更密碼。

時間：{time}`,

  'passkey_removed.subject': '您的{service}帳戶已移除通行金鑰',
  'passkey_removed.body': `{name}，您好：

通行金鑰「{passkey}」已從您的帳戶移除。如非本人操作，請變更密碼。

時間：{time}`,

  'test.subject': '來自{service}的測試訊息',
  'test.body': `這是一則測試訊息，由{service}的營運後台發出。

時間：{time}

無需任何操作。`,
  'test.sms': '【{service}】這是一則測試訊息（{time}）。',
});
