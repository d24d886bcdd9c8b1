import { faceLifecycle } from '@moqi/domain/identity/face-lifecycle'
import { handwritingLifecycle } from '@moqi/domain/seals/handwriting-lifecycle'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { authStatus, id } from './shapes.ts'
import { Totals } from './task.ts'
import { wireRowStatuses } from './wire/contract.ts'

/** Checklist C94: what changes while one looks, told as it happens. */
export const live = callsUnder('/api/common/v1/notice')({
  eventStream: {
    method: 'GET',
    path: '/api/common/v1/notice/stream',
    summary: '当前空间的变更通知（Server-Sent Events）',
    kind: 'stream',
    output: z.discriminatedUnion('event', [
      /** All counters of `getStatusTotal`, first of all as they stand when the stream begins. */
      z.object({ event: z.literal('counters'), data: Totals }),
      /** The viewer's own list row has changed; `status` is the row's, null when it has left the list. */
      z.object({
        event: z.literal('contract'),
        data: z.object({ taskId: id, signId: id, status: z.enum(wireRowStatuses).nullable() }),
      }),
      /** A real-name authentication, the person's or of the own company, has passed or failed. */
      z.object({ event: z.literal('auth'), data: z.object({ tenantId: id, isAuthed: authStatus }) }),
      /** A signature that was asked of a phone is being written, has come or has expired. */
      z.object({
        event: z.literal('handwrite'),
        data: z.object({ handwriteSealId: id, handwriteState: z.enum(handwritingLifecycle.states) }),
      }),
      /** A face verification that was asked of a phone has moved on. */
      z.object({ event: z.literal('face'), data: z.object({ faceId: id, faceState: z.enum(faceLifecycle.states) }) }),
      /** An application that the viewer made or decides on has moved on; the counters follow. */
      z.object({ event: z.literal('approval'), data: z.object({ approveId: id }) }),
      /** Messages have come or were read elsewhere; `unread` is how many wait now. */
      z.object({ event: z.literal('message'), data: z.object({ unread: z.int() }) }),
    ]),
    limit: { count: 60, seconds: 60 },
  },
})
