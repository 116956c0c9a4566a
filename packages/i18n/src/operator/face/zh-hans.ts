import { translation } from '../../catalogue.ts';
import type { face as english } from './en.ts';

export const face = translation<typeof english>()({
  'face.hint':
    '钱包用户可用刷脸代替支付密码确认的支付。刷脸是便捷方式，安全性低于密码：可防范对着摄像头举照片，无法阻止面具或计算机生成的视频，请设置较小的金额上限。',
  'face.use': '使用情况',
  'face.enrolled': '已设置刷脸的用户',
  'face.locked': '失败后被锁定',
  'face.audit': '审计日志记录每次确认和失败及其测量值，不含画面。',
  'face.setting': '设置',
  'face.limits': '超过上限的支付须使用支付密码。',
  'face.offered': '允许刷脸确认支付',
  'face.most': '{coin} 单笔上限',
  'face.empty': '留空表示不允许刷脸',
  'face.problem': '请输入大于零且最多 {decimals} 位小数的金额',
  'face.review': '查看更改',
  'face.change': '更改设置',
  'face.effect': '自下一次确认起生效。已设置的刷脸在用户撤回前保持不变。',
  'face.unchanged': '没有更改',
  'face.done': '设置已更改',
  'face.on': '允许',
  'face.off': '不允许',
  'face.none': '无',
});
