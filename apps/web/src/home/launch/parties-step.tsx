import type { FieldFault } from '@moqi/domain/contract/draft-rules'
import { signOrderLabels } from '@moqi/domain/labels/log-verbs'
import { Segmented, Switch } from 'antd'
import { Building2, UserRound } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import { withOwnSide, withParty, type LaunchDraft, type Self } from './draft.ts'
import { FaultText } from './fault-text.tsx'
import { editDraft } from './launch-store.ts'
import { PartyCard } from './party-card.tsx'
import { PickContacts } from './pick-contacts.tsx'
import './parties-step.css'

type Props = { draft: LaunchDraft; self: Self; faults: readonly FieldFault[] }

const orderTip = '按下面的次序依次通知。前一方签署后，后一方才会收到短信。'
const sideBySideTip = '发送后同时通知各方，签署不分先后。'

const add = (kind: 'company' | 'person') => editDraft(({ parties }) => ({ parties: withParty(parties, kind) }))

/** Second step: who signs, and in which order. */
export function PartiesStep({ draft, self, faults }: Props) {
  const fault = faults.find((one) => one.field === 'signerArray')?.message
  const ownSigns = draft.parties.some((party) => party.own)
  return (
    <div className="parties">
      <div className="spread parties-head">
        <h1 className="h1 step-title">添加签署方</h1>
        <Segmented
          aria-label="签署方式"
          options={[
            { value: 'order', label: signOrderLabels.order },
            { value: 'disorder', label: signOrderLabels.disorder },
          ]}
          value={draft.ordered ? 'order' : 'disorder'}
          onChange={(value) => editDraft({ ordered: value === 'order' })}
        />
      </div>
      <p className="muted parties-tip">{draft.ordered ? orderTip : sideBySideTip}</p>
      {!ownSigns && <OwnSideOff self={self} />}
      <ol className="signers">
        {draft.parties.map((party, index) => (
          <PartyCard
            key={party.signerNo}
            party={party}
            index={index}
            last={index === draft.parties.length - 1}
            ordered={draft.ordered}
            self={self}
            faults={faults}
          />
        ))}
      </ol>
      <FaultText>{fault}</FaultText>
      <div className="adders">
        <Button onClick={() => add('company')}>
          <Building2 size={18} />
          添加企业签署方
        </Button>
        <Button onClick={() => add('person')}>
          <UserRound size={18} />
          添加个人签署方
        </Button>
        <PickContacts parties={draft.parties} />
      </div>
      <div className="keep-contacts">
        <Check checked={draft.saveContacts} onChange={(event) => editDraft({ saveContacts: event.target.checked })}>
          自动保存到通讯录
        </Check>
      </div>
    </div>
  )
}

/** The initiator is no party by itself; the switch stays in sight so that nobody forgets it. */
function OwnSideOff({ self }: { self: Self }) {
  const join = () => editDraft(({ parties }) => ({ parties: withOwnSide(parties, self, true) }))
  return (
    <div className="card own-off">
      <span className="clip">{self.kind === 'company' ? self.companyName : self.signerName}</span>
      <label className="row small">
        <Switch size="small" checked={false} aria-label="我方也需签署" onChange={join} />
        我方也需签署
      </label>
    </div>
  )
}
