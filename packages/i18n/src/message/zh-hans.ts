import { translation } from '../catalogue.ts';
import type { en } from './en.ts';

export const zhHans = translation<typeof en>()({
  'merchant_setup.subject': '请设置您的{service}商户账号',
  'merchant_setup.body': `{name}，您好：

您在{service}的商户账号已开通。请打开以下链接设置密码并绑定验证器：

{link}

此链接在 {hours} 小时内有效，仅可使用一次。任何人持有此链接都能控制该账号，请勿转发。

如非您本人申请，请忽略此消息。`,

  'staff_invitation.subject': '邀请您使用{service}运营后台',
  'staff_invitation.body': `{name}，您好：

您已受邀使用{service}的运营后台。请打开以下链接设置密码并绑定第二验证方式：

{link}

此链接在 {hours} 小时内有效，仅可使用一次，请勿转发。

如对此邀请有疑问，请联系{service}的负责人。`,

  'member_invitation.subject': '邀请您加入{merchant}的团队',
  'member_invitation.body': `{name}，您好：

您已受邀在{service}代表{merchant}操作。您的登录名是 {username}。请打开以下链接设置密码并绑定验证器：

{link}

此链接在 {hours} 小时内有效，仅可使用一次，请勿转发。

如对此邀请并不知情，请忽略此消息。`,

  'login_code.subject': '您的{service}登录验证码',
  'login_code.body': `您的登录验证码是：

{code}

{minutes} 分钟内有效，仅可使用一次。我们绝不会通过电话或聊天向您索取验证码。

如非您本人登录，您的密码可能已泄露，请立即修改。`,
  'login_code.sms': '【{service}】登录验证码 {code}，{minutes} 分钟内有效，请勿告诉任何人。',

  'verification_code.subject': '您的{service}验证码',
  'verification_code.body': `您的验证码是：

{code}

{minutes} 分钟内有效，仅可使用一次。我们绝不会通过电话或聊天向您索取验证码。

如非您本人操作，请忽略此消息。`,
  'verification_code.sms': '【{service}】验证码 {code}，{minutes} 分钟内有效，请勿告诉任何人。',

  'already_registered.subject': '您已有{service}账号',
  'already_registered.body': `有人（可能是您）想用此地址注册。该地址在{service}已有账号，因此没有再开新账号。

请在此登录；如果忘记了密码，可在那里重新设置：

{link}

如果不是您本人操作，无需理会。没有人得知您已有账号。`,
  'already_registered.sms': '【{service}】该号码已有账号。登录或重设密码：{link}',

  'new_sign_in_place.subject': '您的{service}账号在新地点登录',
  'new_sign_in_place.body': `{name}，您好：

您的账号在一个从未使用过的地点登录。

地址：{address}
时间：{time}

如是您本人操作，无需处理。如非本人操作，请立即修改密码并联系客服。`,

  'second_factor_locked.subject': '您的{service}账号多次输入错误验证码',
  'second_factor_locked.body': `{name}，您好：

有人多次为您的账号输入错误的验证码或支付密码。我们已暂时停止接受输入。

地址：{address}
时间：{time}

如非您本人操作，请立即修改密码并联系客服。`,

  'password_changed.subject': '您的{service}密码已修改',
  'password_changed.body': `{name}，您好：

您账号的密码已被修改。

时间：{time}

如非您本人操作，请立即联系客服。`,

  'authenticator_changed.subject': '您的{service}验证器已更换',
  'authenticator_changed.body': `{name}，您好：

您的账号已设置新的验证器，原验证器不再有效。

时间：{time}

如非您本人操作，请立即联系客服。`,

  'notice_mail_changed.subject': '您的{service}通知邮箱已修改',
  'notice_mail_changed.body': `{name}，您好：

今后有关您账号的通知将发送至另一邮箱：

{address}

时间：{time}

如非您本人操作，请立即联系客服。`,

  'account_suspended.subject': '您的{service}账号已停用',
  'account_suspended.body': `{name}，您好：

您的账号已被停用。账号内的资产仍归您所有，不受影响。

时间：{time}

如需了解详情，请联系客服。`,

  'account_closed.subject': '您的 {service} 账户已注销',
  'account_closed.body': `{name}，您好：

您的账户已按您的要求注销。我们保存的有关您的资料已被删除，依法必须保留的记录除外，且这些记录不再带有您的姓名。您将不会再收到任何消息。

您的账户编号为 {number}。如日后仍有属于您的款项到账，请向客服提供该编号。

时间：{time}

如非本人操作，请立即联系客服。`,

  'account_unlocked.subject': '您的{service}账号已解锁',
  'account_unlocked.body': `{name}，您好：

您的账号因多次输错密码或验证码被暂时锁定，客服已为您解锁。

时间：{time}

如果不是您提出的要求，请立即联系客服。`,

  'identity_approved.subject': '您的{service}身份认证已通过',
  'identity_approved.body': `{name}，您好：

您的身份认证已通过，需要身份认证的功能现已开放。

时间：{time}`,

  'identity_rejected.subject': '您的{service}身份认证未通过',
  'identity_rejected.body': `{name}，您好：

您的身份认证未通过，原因：

{reason}

时间：{time}

您可登录后重新提交。`,

  'white_list_cleared.subject': '您的{service}登录白名单已清空',
  'white_list_cleared.body': `{name}，您好：

因白名单使您自己无法登录，客服已清空您账号的登录 IP 白名单，现在可从任意地址登录。

时间：{time}

登录后请重新添加您的地址。如果不是您提出的要求，请立即联系客服。`,

  'payout_address_changed.subject': '您在 {service} 的提币地址已变更',
  'payout_address_changed.body': `{name}，您好：

您的 {network} 网络 USDT 提币地址已于 {time} 变更，新地址为：

{address}

该地址自 {usable} 起可用。如非本人操作，请在此之前修改密码并联系我们。`,

  'payment_receipt.subject': '收据：向 {merchant} 支付 {amount}',
  'payment_receipt.body': `{name}，您好：

您已用 {service} 钱包向 {merchant} 付款。

金额：{amount}
时间：{time}
商户订单号：{order}
流水号：{serial}

收据保存在您的钱包中，可打印或下载为 PDF 文件：

{link}

这封邮件是您在收据页面要求发送的。如非本人操作，请修改密码并联系客服。`,

  'passkey_added.subject': '您的{service}账户已添加通行密钥',
  'passkey_added.body': `{name}，您好：

通行密钥“{passkey}”已添加到您的账户，今后可用于登录和确认付款。如非本人操作，请在钱包的“通行密钥”中将其移除，并修改密码。

时间：{time}`,

  'passkey_removed.subject': '您的{service}账户已移除通行密钥',
  'passkey_removed.body': `{name}，您好：

通行密钥“{passkey}”已从您的账户移除。如非本人操作，请修改密码。

时间：{time}`,

  'test.subject': '来自{service}的测试消息',
  'test.body': `这是一条测试消息，由{service}的运营后台发出。

时间：{time}

无需任何操作。`,
  'test.sms': '【{service}】这是一条测试消息（{time}）。',
});
