import type { Gateway } from '@moqi/api/operator-health'
import type { RemoteAuthority } from '#src/platform/config.ts'
import type { Deps } from '#src/platform/deps.ts'

/** What is set of a gateway, and how it is tested. */
export type GatewaySetting = Pick<Gateway, 'gateway' | 'settingArray' | 'testNeeds' | 'testNote'> & {
  isEmbedded: boolean
}

const codeOnPhone = '向填写的手机号发一条登录验证码格式的短信（运营商只放行报备过的模板），其中的验证码不能用于登录'

/** Every gateway there is, with what is set of it and never a key, password or token. */
export function gatewaySettings(deps: Pick<Deps, 'config' | 'identity' | 'cashiers'>): GatewaySetting[] {
  return [
    sms(deps),
    mail(deps),
    identity(deps),
    {
      gateway: 'timestamp',
      ...authority(deps.config.timestampAuthority, '内置演示时间戳'),
      testNeeds: 'nothing',
      testNote: '请求一个对随机摘要的时间戳；按次计费的服务会计一次',
    },
    {
      gateway: 'certificate',
      ...authority(deps.config.certificateAuthority, '内置演示 CA，签发测试证书，无法律效力'),
      testNeeds: null,
      testNote: '每次请求都会签发一张证书，因此不能测试；请看最近的成功与失败',
    },
    ...cashiers(deps),
  ]
}

const setting = (label: string, value: string) => ({ label, value })

function sms({ config: { sms: set, brand } }: Pick<Deps, 'config'>): GatewaySetting {
  if (!set) {
    return {
      gateway: 'sms',
      isEmbedded: true,
      settingArray: [setting('服务', '内置演示收件箱，不发送到手机')],
      testNeeds: 'phone',
      testNote: '内置演示网关：短信只存入演示收件箱',
    }
  }
  const carriers = { aliyun: '阿里云', tencent: '腾讯云' } as const
  return {
    gateway: 'sms',
    isEmbedded: false,
    settingArray: [
      setting('服务', carriers[set.carrier]),
      setting('签名', `【${set.signature || brand}】`),
      setting('模板', `${Object.keys(set.templates).length} 个`),
      ...(set.url === null ? [] : [setting('地址', hostOf(set.url))]),
    ],
    testNeeds: 'phone',
    testNote: codeOnPhone,
  }
}

function mail({ config: { smtp } }: Pick<Deps, 'config'>): GatewaySetting {
  if (!smtp) {
    return {
      gateway: 'mail',
      isEmbedded: true,
      settingArray: [setting('服务', '内置演示收件箱，不发送到邮箱')],
      testNeeds: 'email',
      testNote: '内置演示网关：邮件只存入演示收件箱',
    }
  }
  return {
    gateway: 'mail',
    isEmbedded: false,
    settingArray: [setting('服务器', hostOf(smtp.url)), setting('发件人', smtp.from)],
    testNeeds: 'email',
    testNote: '向填写的邮箱发一封测试邮件',
  }
}

const registries = { aliyun: '阿里云', tencent: '腾讯云' } as const

/** A gateway that has inputs with answers of their own asks nobody. */
function identity({ identity: { trials }, config }: Pick<Deps, 'identity' | 'config'>): GatewaySetting {
  const isEmbedded = trials.person.length > 0
  const set = config.identity
  const outside = set ? registries[set.service] : '外部实名网关'
  return {
    gateway: 'identity',
    isEmbedded,
    settingArray: [
      setting('服务', isEmbedded ? '内置演示网关，不核验真实身份' : outside),
      ...(set ? [setting('企业核验', set.scene === null ? '未开通，企业由人工审核' : `场景 ${set.scene}`)] : []),
    ],
    testNeeds: isEmbedded ? 'nothing' : null,
    testNote: isEmbedded
      ? '内置演示网关：核验一个沙箱身份，不查询任何人'
      : '每次核验都会查询真实的人并计费，因此不能测试；请看最近的成功与失败',
  }
}

function authority(remote: RemoteAuthority | null, embedded: string) {
  if (!remote) return { isEmbedded: true, settingArray: [setting('服务', embedded)] }
  const isKeyed = remote.token !== null
  return {
    isEmbedded: false,
    settingArray: [setting('地址', hostOf(remote.url)), setting('令牌', isKeyed ? '已设置' : '未设置')],
  }
}

function cashiers({ cashiers: set }: Pick<Deps, 'cashiers'>): GatewaySetting[] {
  return set
    .filter(({ closed, channel }) => closed === null || channel !== 'demo')
    .map(({ channel, merchantId, trial, closed }) => ({
      gateway: channel,
      isEmbedded: trial !== null,
      settingArray: [
        setting('商户号', merchantId),
        ...(trial === null ? [] : [setting('说明', trial)]),
        ...(closed === null ? [] : [setting('状态', closed)]),
      ],
      testNeeds: 'nothing',
      testNote: '查询一个不存在的付款单：能应答即连通，不产生付款',
    }))
}

/** Where it is, without user, password, path or query, which may hold a secret. */
function hostOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
