import { faceLifecycle } from '@moqi/domain/identity/face-lifecycle'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { agree, flag, id, time } from './shapes.ts'

const faceState = z.enum(faceLifecycle.states)
/** Leads a phone to the verification; of an address alone. */
const ticket = z.string().min(1).max(64)
/** Made by the phone that scans, which alone goes on by that code. */
const phoneKey = z.string().regex(/^[\w-]{22,64}$/)

/** A person's real-name authentication by the face (checklist R20, R54): the desk's side, and the phone's by a code. */
export const face = callsUnder('/api/common/v1/face')({
  startFace: {
    summary: '人脸识别：生成二维码（5分钟内扫码，此前未用的失效）',
    access: 'session',
    input: z.object({
      realName: z.string().max(60),
      idNumber: z.string().max(30),
      /** 1: whoever is authenticated takes another name or number. */
      isChange: flag.default(0),
      agree,
      certificateAgree: agree,
    }),
    output: z.object({
      faceId: id,
      faceLink: z.string(),
      /** A picture as a data URL. */
      qrcode: z.string(),
      expireTime: time,
    }),
    refuses: [
      'field/invalid',
      'identity/changed',
      'identity/tries-spent',
      'identity/rejected',
      'face/off',
      'face/spent',
    ],
    limit: { count: 20, seconds: 600 },
  },
  getFace: {
    summary: '人脸识别：手机上的进展',
    access: 'session',
    input: z.object({ faceId: id }),
    output: z.object({
      faceState,
      /** Which phone has scanned, and when; null before it did. */
      device: z.string().nullable(),
      scanTime: time.nullable(),
      /** Why it did not pass; null when it has, or nobody knows yet. */
      reason: z.string().nullable(),
      expireTime: time,
      /** How often the person may fail yet. */
      triesLeft: z.int(),
    }),
    refuses: ['face/dead'],
  },
  cancelFace: {
    summary: '人脸识别：改用其他方式，二维码失效',
    access: 'session',
    /** Without one, that which runs. */
    input: z.object({ faceId: id.optional() }),
    output: z.object({ faceState }),
    refuses: ['face/dead'],
  },
  faceScanned: {
    summary: '人脸识别：手机已扫码，查看为谁核验',
    access: 'open',
    input: z.object({ ticket, phoneKey }),
    output: z.object({
      faceState,
      /** Both masked. */
      realName: z.string(),
      idNumber: z.string(),
      reason: z.string().nullable(),
      expireTime: time,
      /** For a change of name or number. */
      isChange: flag,
      /** Nothing is looked at: the demonstration's own gateway answers. */
      isTrial: flag,
    }),
    refuses: ['face/dead', 'face/used', 'face/changed'],
    limit: { count: 60, seconds: 60 },
  },
  beginFace: {
    summary: '人脸识别：同意处理人脸信息并开始，回答核验机构的地址',
    access: 'open',
    input: z.object({ ticket, phoneKey, agree }),
    output: z.object({ address: z.string() }),
    refuses: [
      'face/dead',
      'face/used',
      'face/changed',
      'face/off',
      'face/spent',
      'field/invalid',
      'identity/rejected',
      'identity/changed',
      'identity/tries-spent',
    ],
    limit: { count: 20, seconds: 60 },
  },
  askFace: {
    summary: '人脸识别：返回页的结果，由服务端向核验机构查询',
    access: 'open',
    input: z.object({ authid: id }),
    output: z.object({ faceState, reason: z.string().nullable(), triesLeft: z.int() }),
    refuses: ['face/dead'],
    limit: { count: 120, seconds: 60 },
  },
  playFace: {
    summary: '人脸识别：演示环境模拟刷脸一步（不打开摄像头）',
    access: 'open',
    input: z.object({ authid: id }),
    output: z.object({ faceState }),
    refuses: ['face/dead'],
    limit: { count: 20, seconds: 60 },
  },
})
