import type { Contact } from '@moqi/api/contact'
import { draftLimits } from '@moqi/domain/contract/draft-limits'
import { BookUser } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ContactPicker } from '../../kit/contacts/contact-picker.tsx'
import { hasContact, withContacts, type DraftParty } from '../../kit/draft/draft.ts'
import { editDraft } from '../../kit/draft/launch-store.ts'
import { partyOfContact } from '../../kit/contacts/party-of-contact.ts'

/** Takes parties from the address book, several at once, each as the kind it is. */
export function PickContacts({ parties }: { parties: readonly DraftParty[] }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const take = (contacts: readonly Contact[]) => {
    editDraft((draft) => ({ parties: withContacts(draft.parties, contacts.map(partyOfContact)) }))
    close()
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <BookUser size={18} />
        从通讯录选择
      </Button>
      {open && (
        <ContactPicker
          most={draftLimits.parties - parties.length}
          isTaken={(contact) => hasContact(parties, partyOfContact(contact))}
          onTake={take}
          onClose={close}
        />
      )}
    </>
  )
}
