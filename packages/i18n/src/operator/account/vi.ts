import { translation } from '../../catalogue.ts';
import { ownAccount } from '../../console/own-account/vi.ts';
import type { own as english } from './en.ts';

const own = translation<typeof english>()({
  'account.hint': 'Bạn là ai ở đây, đăng nhập bằng gì và đang đăng nhập ở đâu.',
  'account.who': 'Bạn',
  'account.name': 'Tên',
  'account.goOn': 'Tiếp tục',
  'account.authenticatorMissing': 'Không ứng dụng nào hiển thị mã cho tài khoản này: bạn đăng nhập bằng mã khóa.',
  'account.authenticatorAdd': 'Thiết lập trình xác thực',
  'account.authenticatorPresent': 'Xác nhận bằng thứ bạn đang có: mã của trình xác thực hiện tại, hoặc mã khóa.',
  'account.passkeys': 'Mã khóa',
  'account.passkeysHint':
    'Đăng nhập và xác nhận bằng vân tay, khuôn mặt, mã PIN hoặc khóa bảo mật, thay cho mã. Không trang nào khác yêu cầu được.',
  'account.passkeysNone': 'Bạn chưa có mã khóa nào.',
  'account.passkeysUnknown': 'Trình duyệt này không dùng được mã khóa tại địa chỉ này.',
  'account.passkeySynced': 'Đồng bộ giữa các thiết bị',
  'account.passkeyOfDevice': 'Trên một thiết bị',
  'account.passkeyUnused': 'Tạo lúc {time}, chưa dùng',
  'account.passkeyUsed': 'Dùng lần cuối {time}',
  'account.passkeyAdd': 'Thêm mã khóa',
  'account.passkeyAdded': 'Đã thêm mã khóa',
  'account.passkeyLead': 'Thiết bị sẽ xác nhận bạn là ai, sau đó bạn xác nhận bằng cách đăng nhập hiện có.',
  'account.passkeyName': 'Tên',
  'account.passkeyNameHint': 'Để bạn nhận ra, chẳng hạn "Máy tính công ty"',
  'account.passkeyNameRequired': 'Nhập tên',
  'account.passkeyMake': 'Tạo mã khóa',
  'account.passkeyNotMade': 'Chưa tạo được mã khóa. Hãy thử lại.',
  'account.passkeyEffect': 'Từ nay mã khóa này cùng với mật khẩu dùng để đăng nhập và xác nhận thao tác.',
  'account.passkeyRemove': 'Gỡ',
  'account.passkeyRemoveNamed': 'Gỡ {name}',
  'account.passkeyRemoveEffect':
    'Mã khóa này không đăng nhập hay xác nhận được nữa; các phiên khác của bạn và các liên kết bạn tạo mà chưa ai dùng cũng hết hiệu lực. Bạn cũng có thể gỡ nó khỏi thiết bị.',
  'account.passkeyRemoved': 'Đã gỡ mã khóa',
});

export const account = { ...ownAccount, ...own };
