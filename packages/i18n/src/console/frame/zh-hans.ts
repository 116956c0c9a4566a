import { translation } from '../../catalogue.ts';
import type { frame as english } from './en.ts';

export const frame = translation<typeof english>()({
  'shell.skip': '跳到内容',
  'shell.menu': '菜单',
  'shell.openMenu': '打开菜单',
  'shell.language': '语言',
  'shell.night': '切换到夜间模式',
  'shell.day': '切换到日间模式',
  'shell.account': '账号',
  'shell.lastLogin': '上次登录',
  'shell.logout': '退出登录',
  'shell.reconnecting': '连接已断开，正在重新连接…',
  'shell.maintenanceFrom': '计划于 {from} 开始系统维护，届时后台暂停使用。',
  'shell.maintenanceBetween': '计划于 {from} 至 {until} 进行系统维护，届时后台暂停使用。',
  'shell.updateTitle': '后台已更新。',
  'shell.updateAction': '刷新页面',
  'failure.network': '无法连接服务器，请检查网络。',
  'failure.timeout': '服务器在 60 秒内没有响应。',
  'failure.unreadable': '服务器的响应无法识别。',
  'form.unsaved': '有改动尚未保存，确定离开？',
  'login.showPassword': '显示密码',
  'login.hidePassword': '隐藏密码',
  'bind.scan': '用谷歌验证器或同类应用扫描此二维码',
  'bind.secret': '或在应用中手动输入密钥',
  'bind.secretName': '密钥',
  'bind.qr': '验证器应用二维码',
});
