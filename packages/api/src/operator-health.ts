import { keysOf } from '@moqi/domain/keys-of'
import { gatewayLabels } from '@moqi/domain/operators/gateways'
import { healthStates, nodeItems, platformItems } from '@moqi/domain/operators/health-items'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, phone, time } from './shapes.ts'

const healthState = z.enum(healthStates)
/** What a node finds of one thing: how that stands, and its figure in words. */
export const NodeReading = z.object({ item: z.enum(keysOf(nodeItems)), healthState, value: z.string() })
export type NodeReading = z.infer<typeof NodeReading>
const PlatformReading = z.object({ item: z.enum(keysOf(platformItems)), healthState, value: z.string() })
/** The same of what all nodes share. */
export type PlatformReading = z.infer<typeof PlatformReading>

const HealthNode = z.object({
  nodeId: z.string(),
  nodeName: z.string(),
  /** The one that answers. */
  isOwn: flag,
  /** Has said nothing of itself for too long. */
  isSilent: flag,
  startTime: time,
  seenTime: time,
  readingArray: z.array(NodeReading),
})
/** A node of the platform. */
export type HealthNode = z.infer<typeof HealthNode>

const gateway = z.enum(keysOf(gatewayLabels))

const Gateway = z.object({
  gateway,
  /** Embedded, for demonstrations: nobody outside is asked. */
  isEmbedded: flag,
  /** What is set, in words and never a secret. */
  settingArray: z.array(z.object({ label: z.string(), value: z.string() })),
  passTime: time.nullable(),
  failTime: time.nullable(),
  fault: z.string().nullable(),
  /** Of the last hour. */
  passNumber: z.int(),
  failNumber: z.int(),
  /** What a test needs: a phone, a mail address, nothing; null: there is none, and `testNote` says why. */
  testNeeds: z.enum(['phone', 'email', 'nothing']).nullable(),
  /** What a test does. */
  testNote: z.string(),
})
/** Whoever the platform asks for something. */
export type Gateway = z.infer<typeof Gateway>

/** Issue 18: how the platform and whoever it asks are, for those who run it. */
export const operatorHealth = callsUnder('/operator/api', { access: 'operator' })({
  systemHealth: {
    summary: '系统健康：平台与各节点的当前值',
    output: z.object({
      readTime: time,
      readingArray: z.array(PlatformReading),
      nodeArray: z.array(HealthNode),
    }),
  },
  listGateways: {
    summary: '外部网关：设置（不含密钥）、最近的成功与失败、一小时内的次数',
    output: z.object({ gatewayArray: z.array(Gateway) }),
  },
  testGateway: {
    summary: '向网关发一次测试（短信、邮件发到填写的号码或邮箱），记入运营日志',
    input: z.object({ gateway, phone: phone.optional(), email: z.string().trim().max(254).optional() }),
    output: z.object({
      hasPassed: flag,
      /** What was answered, or why nothing was. */
      outcome: z.string(),
      /** How long that took, ms. */
      took: z.number(),
    }),
    refuses: ['field/invalid', 'request/invalid'],
    limit: { count: 10, seconds: 600 },
  },
})
