import type { FieldFault } from '@moqi/domain/contract/draft-rules'
import { Building2, UserRound } from 'lucide-react'
import { useState } from 'react'
import { isVisit } from '../../client/visit.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { hasContact, turnsOf, withOwnSide, withParty, type LaunchDraft, type Self } from '../../kit/draft/draft.ts'
import { FaultText } from '../../kit/draft/fault-text.tsx'
import { editDraft } from '../../kit/draft/launch-store.ts'
import { OrderChoice, orderTips } from '../../kit/draft/order-choice.tsx'
import { CcSection } from './cc-section.tsx'
import { PartyCard } from './party-card.tsx'
import { partyOfContact } from '../../kit/contacts/party-of-contact.ts'
import { PasteParties } from './paste-parties.tsx'
import { PickContacts } from './pick-contacts.tsx'
import './parties-step.css'

type Props = { draft: LaunchDraft; self: Self; faults: readonly FieldFault[] }

/** Second step: who signs, and in which order. */
export function PartiesStep({ draft, self, faults }: Props) {
  const fault = faults.find((one) => one.field === 'parties')?.message
  const turns = turnsOf(draft)
  const [added, setAdded] = useState<number | null>(null)
  const add = (kind: 'company' | 'person') => {
    const parties = withParty(draft.parties, kind)
    editDraft({ parties })
    setAdded(parties.at(-1)?.signerNo ?? null)
  }
  const ownSigns = draft.parties.some((party) => party.own)
  return (
    <div className="parties">
      <div className="spread parties-head">
        <h1 className="h1 step-title">添加签署方</h1>
        <OrderChoice draft={draft} />
      </div>
      <p className="muted parties-tip">{orderTips[draft.order]}</p>
      {!ownSigns && <OwnSideOff self={self} />}
      <ol className="signers">
        {draft.parties.map((party, index) => (
          <PartyCard
            key={party.signerNo}
            party={party}
            index={index}
            count={draft.parties.length}
            turn={draft.order === 'disorder' ? null : (turns[index] ?? null)}
            mixed={draft.order === 'mixed'}
            self={self}
            isTaken={(contact) => hasContact(draft.parties, partyOfContact(contact))}
            focusFirst={party.signerNo === added}
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
        <PasteParties draft={draft} />
        {!isVisit() && <PickContacts parties={draft.parties} />}
      </div>
      <div className="keep-contacts">
        <Check checked={draft.saveContacts} onChange={(event) => editDraft({ saveContacts: event.target.checked })}>
          自动保存到通讯录
        </Check>
      </div>
      <CcSection cc={draft.cc} faults={faults} />
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
        <Switch checked={false} aria-label="我方也需签署" onChange={join} />
        我方也需签署
      </label>
    </div>
  )
}
