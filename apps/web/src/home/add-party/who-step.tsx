import type { SignDetail } from '@moqi/api/task'
import { partyFaults } from '@moqi/domain/contract/draft-rules'
import { isText, oneOf, record } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { newDraft, nothingAsked, type Self } from '../../kit/draft/draft.ts'
import { startLaunch, useLaunch } from '../../kit/draft/launch-store.ts'
import { AddPartyFrame } from './add-party-frame.tsx'
import './who-step.css'

const kinds = [
  { value: 'person', label: '个人' },
  { value: 'company', label: '企业' },
] as const

const noBody: Self = { kind: 'person', signerName: '', phone: '', companyName: '' }

const isSelf = record<Self>({
  kind: oneOf('person', 'company'),
  signerName: isText,
  phone: isText,
  companyName: isText,
})

/** What was typed before the places were looked at. */
function typedBefore({ signId }: SignDetail): Self {
  const { draft } = useLaunch.getState()
  const [party] = draft?.signId === signId ? draft.parties : []
  if (!party) return noBody
  const { kind, signerName, phone, companyName } = party
  return { kind, signerName, phone, companyName }
}

/** First step: whom, and what it means for a contract that is out already. */
export function WhoStep({ detail }: { detail: SignDetail }) {
  const [query, setQuery] = useSearchParams()
  const [who, setWho] = useKept<Self>(`add-party ${detail.signId}`, isSelf, () => typedBefore(detail))
  const { form, faults, show } = useFaults<keyof Self>()
  const change = (more: Partial<Self>) => setWho({ ...who, ...more })
  const onNext = () => {
    const found = faultsOf(who)
    show(found)
    if (Object.keys(found).length > 0) return
    placeFor(detail, who)
    const next = new URLSearchParams(query)
    next.set('step', 'places')
    setQuery(next)
  }
  const fieldOf = (field: Exclude<keyof Self, 'kind'>) => ({
    value: who[field],
    error: faults[field],
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  })
  const isCompany = who.kind === 'company'
  const order =
    detail.signOrderType === 'order'
      ? '新签署方排在最后签署，前面的签署方都签署后通知其签署。'
      : '新签署方与其他签署方同时签署，添加后立即通知其签署。'
  return (
    <AddPartyFrame
      step={0}
      detail={detail}
      actions={
        <Button variant="primary" onClick={onNext}>
          下一步
        </Button>
      }
    >
      <form ref={form} className="who-step" onSubmit={(event) => event.preventDefault()}>
        <h1 className="h1">添加签署方</h1>
        <p className="muted">{order}文件将按新的签署位置重新生成，其他签署方的链接不变，份数不变，各方会收到通知。</p>
        <div className="card who-card">
          <Segmented label="签署方类型" options={kinds} value={who.kind} onChange={(kind) => change({ kind })} />
          {isCompany && <Field label="企业名称" autoComplete="off" maxLength={50} {...fieldOf('companyName')} />}
          <Field
            label={isCompany ? '经办人姓名' : '姓名'}
            autoComplete="off"
            maxLength={50}
            {...fieldOf('signerName')}
          />
          <Field label="手机号" inputMode="tel" autoComplete="off" maxLength={20} {...fieldOf('phone')} />
        </div>
      </form>
    </AddPartyFrame>
  )
}

const fieldNames: Record<string, keyof Self> = { name: 'signerName', phone: 'phone', companyName: 'companyName' }

function faultsOf({ kind, signerName: name, phone, companyName }: Self): Partial<Record<keyof Self, string>> {
  const party = { partyNo: 1, name, phone, companyName: kind === 'company' ? companyName : null, signOrder: 1 }
  const found = partyFaults([party]).flatMap(({ field, message }) => {
    const named = fieldNames[field.replace('parties.0.', '')]
    return named ? [[named, message] as const] : []
  })
  return Object.fromEntries(found)
}

/** The new party alone is placed for; what was placed before for another kind of party is gone. */
function placeFor({ signId, fileArray, signerArray }: SignDetail, who: Self): void {
  const signerNo = Math.max(...signerArray.map((party) => party.signerNo)) + 1
  const { draft, places } = useLaunch.getState()
  const same = draft?.signId === signId && draft.parties[0]?.kind === who.kind
  const party = { ...nothingAsked, ...who, signerNo, own: false }
  startLaunch({ ...newDraft(who, 0), signId, files: fileArray, parties: [party] }, same ? places.present : [])
}
