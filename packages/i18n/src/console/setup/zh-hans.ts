import { translation } from '../../catalogue.ts';
import type { setup as english } from './en.ts';

export const setup = translation<typeof english>()({
  'setup.title': '准备开始收款',
  'setup.progress': '已完成 {done}/{all}',
  'setup.done': '已完成',
  'setup.open': '待完成',
  'setup.identity': '完成身份认证',
  'setup.identityHint': '由客服协助完成，之后才能创建访问密钥。',
  'setup.access_key': '创建访问密钥',
  'setup.access_keyHint': '您的系统用它为请求签名。',
  'setup.webhook': '设置 Webhook 地址',
  'setup.webhookHint': '每笔支付都会通知到该地址。',
  'setup.test_event': '发送测试事件',
  'setup.test_eventHint': '确认您的系统能够应答。',
  'setup.first_order': '创建首笔订单',
  'setup.first_orderHint': '由您的系统通过 API 创建，文档中有示例。',
});
