import type { Bulletin } from '@moqi/api/bulletin'
import { bulletinFault } from '@moqi/domain/bulletins/bulletin-rules'
import { dayMs } from '@moqi/domain/time/civil-date'
import { useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { call } from '../../client/call.ts'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { fieldOfTime, timeOfField } from './bulletin-times.ts'

/** As the call names them. */
const wireFields = {
  words: 'words',
  level: 'level',
  audience: 'audience',
  beginsAt: 'beginTime',
  endsAt: 'endTime',
} as const

type Written = Pick<Bulletin, 'words' | 'level' | 'audience'> & { begin: string; end: string }

/** The present minute. */
const present = () => Math.floor(Date.now() / 60_000) * 60_000

function begun(bulletin: Bulletin | null): Written {
  const { words, level, audience, beginTime, endTime } = bulletin ?? {
    words: '',
    level: 'plain',
    audience: 'all',
    beginTime: present(),
    endTime: present() + 7 * dayMs,
  }
  return { words, level, audience, begin: fieldOfTime(beginTime), end: fieldOfTime(endTime) }
}

const isOvertaking = (fault: unknown) =>
  fault instanceof CallRefusal && (fault.reason === 'bulletin/changed' || fault.reason === 'bulletin/not-found')

/** A bulletin that is being written (null: a new one), and what can be done with it. */
export function useBulletinDraft(bulletin: Bulletin | null, onClose: () => void) {
  const [written, setWritten] = useState(() => begun(bulletin))
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const { busy, decide } = useDecision((field, message) => setFaults({ [field]: message }), onClose)
  // Somebody else has changed or published it: what is written here goes on as a bulletin of its own.
  const [isOvertaken, setOvertaken] = useState(false)
  // As it was kept last, also where publishing it was refused.
  const [known, setKnown] = useState(bulletin && { bulletinId: bulletin.bulletinId, revision: bulletin.revision })

  /** What is written, as the call has it; null where it is faulty, which is said. */
  function checked() {
    const { words, level, audience } = written
    const [beginTime, endTime] = [timeOfField(written.begin), timeOfField(written.end)]
    const fault = bulletinFault({ words, level, audience, beginsAt: beginTime, endsAt: endTime })
    if (fault) setFaults({ [wireFields[fault.field]]: fault.message })
    return fault ? null : { words, level, audience, beginTime, endTime }
  }

  async function save(text: NonNullable<ReturnType<typeof checked>>) {
    try {
      const kept = await call('saveBulletin', { ...text, ...(!isOvertaken && known) })
      setKnown(kept)
      setOvertaken(false)
      return kept
    } catch (fault) {
      if (isOvertaking(fault)) setOvertaken(true)
      throw fault
    }
  }

  return {
    written,
    change: (change: Partial<Written>) => {
      setWritten({ ...written, ...change })
      setFaults({})
    },
    faults,
    busy,
    isOvertaken,
    keep: () => {
      const text = checked()
      if (text) void decide('save', () => save(text), '草稿已保存，用户还看不到')
    },
    publish: () => {
      const text = checked()
      const work = async (said: NonNullable<typeof text>) => call('publishBulletin', await save(said))
      if (text) void decide('publish', () => work(text), '已发布，到开始时间即展示')
    },
    /** Null while there is nothing to throw away. */
    drop: known && !isOvertaken ? () => void decide('drop', () => call('dropBulletin', known), '草稿已删除') : null,
  }
}
