import { randomUUID } from 'node:crypto'
import type { Moqi } from '@moqi/sdk/open-moqi'
import type { MoqiEvent } from '@moqi/sdk/verify-webhook'

/** A purchase that somebody has asked for, and what has become of its contract. */
export type Purchase = {
  id: string
  title: string
  signId: string
  taskId: string
  /** Made from a template it lacks its parties, which are named in the frame. */
  fromTemplate: boolean
  stage: keyof typeof stages
  /** What was heard of it, oldest first. */
  events: string[]
  /** The finished contract, and what the platform says of its signatures. */
  finished: { bytes: Uint8Array<ArrayBuffer>; verdict: string; signers: string[] } | null
}

/** How far a purchase is. */
export const stages = { draft: '待发送', signing: '签署中', finished: '已完成', closed: '已终止' } as const

/** Who is to sign, as the form has it. */
export type Asked = { title: string; name: string; phone: string; fileName: string; bytes: Uint8Array<ArrayBuffer> }

const day = 86_400_000

/** What an office does with contracts. What it knows is in memory: another one keeps it in its database. */
export function openOffice(moqi: Moqi) {
  const purchases = new Map<string, Purchase>()
  const heard = new Set<string>()

  function keep(title: string, made: { signId: string; taskId: string }, fromTemplate: boolean): Purchase {
    const { signId, taskId } = made
    const id = randomUUID()
    const purchase: Purchase = {
      id,
      title,
      signId,
      taskId,
      fromTemplate,
      stage: 'draft',
      events: [],
      finished: null,
    }
    purchases.set(id, purchase)
    return purchase
  }

  /** What is finished is fetched and verified, by the platform here; any other verifier would do. */
  async function fetchFinished(purchase: Purchase): Promise<void> {
    if (purchase.stage !== 'finished' || purchase.finished) return
    const bytes = await moqi.download('downloadFinishedPdf', { signId: purchase.signId })
    const { verdict, signatureArray } = await moqi.upload('verifyFile', { fileName: `${purchase.title}.pdf`, bytes })
    purchase.finished = { bytes, verdict, signers: signatureArray.map(({ signerName }) => signerName) }
  }

  return {
    all: (): readonly Purchase[] => [...purchases.values()].toReversed(),
    find: (id: string): Purchase | undefined => purchases.get(id),

    /** Templates a contract may be made from. */
    templates: async () =>
      (await moqi.call('listTemplates', { pageSize: 50 })).templateArray.filter(({ ready }) => ready),

    /** A contract from a file, complete but for its sending: where 乙方 signs, the other side does. */
    async fromFile({ title, name, phone, fileName, bytes }: Asked): Promise<Purchase> {
      const { fileId } = await moqi.upload('uploadFile', { fileName, bytes })
      const signer = { signerNo: 1, signOrder: 1, signType: 0, signerName: name, phone } as const
      const draft = await moqi.call(
        'saveDraft',
        { taskName: title, signExpireTime: Date.now() + 7 * day, fileIdArray: [fileId], signerArray: [signer] },
        { idempotencyKey: randomUUID() },
      )
      const { match } = await moqi.call('searchKeyword', { fileId, keyword: '乙方' })
      const [box] = match?.boxArray ?? []
      const place = { page: match?.page ?? 1, x: (box?.x ?? 30) + 20, y: box?.y ?? 40, width: 40, height: 20 }
      const position = { positionId: 's1', fileId, signerNo: 1, positionType: 'personSign', ...place } as const
      const { signId, version } = draft
      await moqi.call('saveLocation', { signId, version, positionArray: [position] })
      return keep(title, draft, false)
    },

    /** A contract from a template. */
    async fromTemplate(templateId: string): Promise<Purchase> {
      const made = await moqi.call('makeFromTemplate', { templateId }, { idempotencyKey: randomUUID() })
      const { taskName } = await moqi.call('getDraftInfo', { signId: made.signId })
      return keep(taskName, made, true)
    },

    /** A link to frame: good once, for a minute, for this purchase alone. */
    async link({ signId, stage, fromTemplate }: Purchase): Promise<string> {
      const purpose = fromTemplate ? 'launch' : 'place'
      const asked = stage === 'draft' ? ({ purpose } as const) : ({ purpose: 'sign', signerNo: 1 } as const)
      return (await moqi.call('issuePass', { signId, ...asked })).link
    },

    fetchFinished,

    /** An event may come twice: it is done once. What takes long comes after the answer, which is waited for 5 s. */
    hear({ eventId, event, taskId }: MoqiEvent): void {
      const purchase = [...purchases.values()].find((one) => one.taskId === taskId)
      if (!purchase || heard.has(eventId)) return
      if (event === 'TASK_SENT') purchase.stage = 'signing'
      if (event === 'SIGNER_REJECTED' || event === 'TASK_RECALLED' || event === 'TASK_EXPIRED')
        purchase.stage = 'closed'
      if (event === 'TASK_FINISHED') purchase.stage = 'finished'
      heard.add(eventId)
      purchase.events.push(event)
    },
  }
}

/** An office at work. */
export type Office = ReturnType<typeof openOffice>
