import { business } from '../outcome.ts';

/** Taking one's own data along, and closing the account: codes 8401 to 8409. */
export const privacy = {
  closing_balance: business(8401, {
    en: 'There is still {amount} in your wallet. Withdraw or spend it first; customer service helps with what is too little to withdraw.',
    zh_Hans: '钱包中还有 {amount}。请先提现或使用；余额过少无法提现时，请联系客服',
    zh_Hant: '錢包中還有 {amount}。請先提領或使用；餘額過少無法提領時，請聯絡客服',
    vi: 'Ví của bạn vẫn còn {amount}. Hãy rút hoặc chi tiêu trước; nếu quá ít để rút, bộ phận chăm sóc khách hàng sẽ giúp bạn.',
  }),
  closing_reward: business(8402, {
    en: 'There are still reward funds of {amount}. Spend them first, or ask customer service to take them back.',
    zh_Hans: '还有 {amount} 奖励金。请先使用，或联系客服收回',
    zh_Hant: '還有 {amount} 獎勵金。請先使用，或聯絡客服收回',
    vi: 'Bạn vẫn còn {amount} tiền thưởng. Hãy dùng hết trước, hoặc nhờ bộ phận chăm sóc khách hàng thu hồi.',
  }),
  closing_held: business(8403, {
    en: '{amount} is frozen or still to be confirmed. The account can be closed once that is decided.',
    zh_Hans: '{amount} 处于冻结或待确认状态，处理完成后才能注销账户',
    zh_Hant: '{amount} 處於凍結或待確認狀態，處理完成後才能關閉帳戶',
    vi: '{amount} đang bị đóng băng hoặc chờ xác nhận. Bạn có thể đóng tài khoản sau khi việc này được giải quyết.',
  }),
  closing_order: business(8404, {
    en: 'Order {order} is still under way. The account can be closed once it has ended.',
    zh_Hans: '订单 {order} 尚未结束，结束后才能注销账户',
    zh_Hant: '訂單 {order} 尚未結束，結束後才能關閉帳戶',
    vi: 'Lệnh {order} chưa kết thúc. Bạn có thể đóng tài khoản sau khi lệnh kết thúc.',
  }),
  closing_deposit: business(8405, {
    en: 'A deposit of yours has arrived and is not credited yet. Please wait for it, or contact customer service.',
    zh_Hans: '您有一笔充值已到账但尚未入账。请等待入账，或联系客服',
    zh_Hant: '您有一筆儲值已送達但尚未入帳。請等待入帳，或聯絡客服',
    vi: 'Một khoản nạp của bạn đã đến nhưng chưa được ghi có. Vui lòng chờ hoặc liên hệ bộ phận chăm sóc khách hàng.',
  }),
  closing_identity: business(8406, {
    en: 'Your identity is under review. The account can be closed once that is decided.',
    zh_Hans: '您的身份认证正在审核，审核完成后才能注销账户',
    zh_Hant: '您的身分驗證正在審核，審核完成後才能關閉帳戶',
    vi: 'Danh tính của bạn đang được xem xét. Bạn có thể đóng tài khoản sau khi có quyết định.',
  }),
  closing_decision: business(8407, {
    en: 'Customer service has not yet decided on something that concerns your account. Please try again later.',
    zh_Hans: '客服正在处理与您账户有关的事项，请稍后再试',
    zh_Hant: '客服正在處理與您帳戶有關的事項，請稍後再試',
    vi: 'Bộ phận chăm sóc khách hàng chưa quyết định xong một việc liên quan đến tài khoản của bạn. Vui lòng thử lại sau.',
  }),
  closing_unconfirmed: business(8408, {
    en: 'Please confirm that the account is to be closed for good.',
    zh_Hans: '请确认永久注销账户',
    zh_Hant: '請確認永久關閉帳戶',
    vi: 'Vui lòng xác nhận rằng bạn muốn đóng tài khoản vĩnh viễn.',
  }),
  account_closed: business(8409, {
    en: 'The wallet user has closed this account for good.',
    zh_Hans: '该钱包用户已永久注销此账户',
    zh_Hant: '該錢包使用者已永久關閉此帳戶',
    vi: 'Người dùng ví đã đóng tài khoản này vĩnh viễn.',
  }),
} as const;
