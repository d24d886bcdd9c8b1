import { draftFileOf } from '@moqi/api/wire/file'
import {
  ccFaults,
  deadlineFaults,
  endFaults,
  fileFaults,
  partyFaults,
  type FieldFault,
} from '@moqi/domain/contract/draft-rules'
import { checkRemark, checkSubject, checkContractNo } from '@moqi/domain/contract/draft-text'
import { useEffect, useState } from 'react'
import { isVisit } from '../../client/visit.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { readAmount } from '../../ui/amount.ts'
import { warn } from '../../ui/toast-store.ts'
import type { DraftCc, DraftParty, LaunchDraft, Self } from '../../kit/draft/draft.ts'
import { draftForRules } from '../../kit/draft/draft-wire.ts'
import { focusFault } from '../../kit/draft/focus-fault.ts'
import { useLaunch } from '../../kit/draft/launch-store.ts'
import { saveLaunch } from '../../kit/draft/save-launch.ts'
import { UploadStep } from '../../kit/upload/upload-step.tsx'
import { useUploads } from '../../kit/upload/use-uploads.ts'
import { PickTemplate } from './pick-template.tsx'
import { LaunchFrame } from './launch-frame.tsx'
import { LaunchGate } from './launch-gate.tsx'
import { PartiesStep } from './parties-step.tsx'
import { useLaunchSteps } from './use-launch-steps.ts'

function uploadFaults(draft: LaunchDraft, now: number): FieldFault[] {
  const texts = [
    ['subject', checkSubject(draft.taskName)],
    ['contractNo', checkContractNo(draft.taskNo)],
    ['remark', checkRemark(draft.remark)],
  ] as const
  return [
    ...fileFaults(draft.files.map(draftFileOf)),
    ...texts.flatMap(([field, checked]) => (checked.ok ? [] : [{ field, message: checked.message }])),
    ...deadlineFaults('normal', draft.signExpireTime, now),
    ...endFaults(draft.contractEndTime, now),
    ...(readAmount(draft.amount) === undefined ? [{ field: 'amount', message: '请填写正确的金额' }] : []),
  ]
}

/** /temp-create: the wizard's first two steps, 上传文件 and 添加签署方, of one contract (checklist R24). */
export function TempCreatePage() {
  const [query] = useSearchParams()
  const step = query.get('step') === 'parties' ? 1 : 0
  return (
    <LaunchGate step={step}>
      {(draft, self) => (step === 0 ? <Upload draft={draft} /> : <Parties draft={draft} self={self} />)}
    </LaunchGate>
  )
}

// Faults are shown when 下一步 was pressed, and then follow what is typed.
function useShownFaults() {
  const [shown, show] = useState(false)
  const [now] = useState(() => Date.now())
  const refuse = (faults: readonly FieldFault[]): boolean => {
    show(true)
    if (faults.length > 0) focusFault()
    return faults.length > 0
  }
  return { shown, now, refuse }
}

function Upload({ draft }: { draft: LaunchDraft }) {
  const steps = useLaunchSteps()
  const uploads = useUploads()
  const attaching = useUploads('attachments')
  const { shown, now, refuse } = useShownFaults()
  const faults = uploadFaults(draft, now)
  const onNext = async () => {
    if ([...uploads.pending, ...attaching.pending].some((one) => one.fault === null))
      return warn('文件还在上传，请稍候')
    if (!refuse(faults) && (await saveLaunch())) steps.to('parties')
  }
  useNamedAddress()
  return (
    <LaunchFrame step={0} next="下一步" onNext={onNext}>
      <UploadStep
        draft={draft}
        uploads={uploads}
        attaching={attaching}
        faults={shown ? faults : []}
        extra={isVisit() ? null : <PickTemplate />}
      />
    </LaunchFrame>
  )
}

function Parties({ draft, self }: { draft: LaunchDraft; self: Self }) {
  const steps = useLaunchSteps()
  // Whoever is added after 下一步 was pressed has nothing wrong yet.
  const [judged, setJudged] = useState<ReadonlySet<string> | null>(null)
  const faults = peopleFaults(draft, self)
  const onNext = async () => {
    setJudged(new Set([...draft.parties.map(partyRow), ...draft.cc.map(ccRow)]))
    if (faults.length > 0) return focusFault()
    if (await saveLaunch()) steps.to('placing')
  }
  const shown = faults.filter((fault) => {
    const row = rowOf(fault, draft)
    return judged && (row === undefined || judged.has(row))
  })
  return (
    <LaunchFrame step={1} next="下一步" onNext={onNext} onBack={() => steps.to('upload')}>
      <PartiesStep draft={draft} self={self} faults={shown} />
    </LaunchFrame>
  )
}

const partyRow = ({ signerNo }: Pick<DraftParty, 'signerNo'>) => `party ${signerNo}`
const ccRow = ({ key }: Pick<DraftCc, 'key'>) => `cc ${key}`

/** The party or copy recipient that a fault is about; undefined when it is about all of them. */
function rowOf({ field }: FieldFault, { parties, cc }: LaunchDraft): string | undefined {
  const [, list, index] = /^(parties|cc)\.(\d+)/.exec(field) ?? []
  const party = list === 'parties' ? parties[Number(index)] : undefined
  const recipient = list === 'cc' ? cc[Number(index)] : undefined
  return (party && partyRow(party)) ?? (recipient && ccRow(recipient))
}

/** The own phone is known here only masked; the server knows the rest of it. */
function peopleFaults(draft: LaunchDraft, self: Self): FieldFault[] {
  const { parties, cc } = draftForRules(draft, [])
  const signing = partyFaults(parties).filter(({ field }) => {
    const index = /^parties\.(\d+)\.phone$/.exec(field)?.[1]
    return index === undefined || draft.parties[Number(index)]?.phone !== self.phone
  })
  return [...signing, ...ccFaults(cc, parties)]
}

/** Once the first save has named the draft, so does the address: a reload continues it. */
function useNamedAddress() {
  const steps = useLaunchSteps()
  const [query] = useSearchParams()
  const unnamed = useLaunch((state) => state.draft?.signId !== null) && !query.has('signId')
  useEffect(() => {
    if (unnamed) steps.name()
  })
}
