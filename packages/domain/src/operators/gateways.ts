/** What the platform asks of somebody else, each with what pages call it. */
export const gatewayLabels = {
  sms: '短信网关',
  mail: '邮件网关',
  identity: '实名认证网关',
  timestamp: '时间戳服务（TSA）',
  certificate: '证书服务（CA）',
  wechat: '微信支付',
  alipay: '支付宝',
  demo: '演示收银台',
} as const
/** A key of `gatewayLabels`. */
export type GatewayName = keyof typeof gatewayLabels
