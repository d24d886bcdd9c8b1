import type { Contact } from '@moqi/api/contact'
import { useId, useState, type KeyboardEvent } from 'react'
import { Input } from '../../ui/input.tsx'
import { contactName, phoneGroups } from './contact-name.ts'
import { useContactSuggestions } from './use-contact-suggestions.ts'
import './name-field.css'

type Props = {
  id: string
  value: string
  placeholder: string
  contactType: Contact['contactType']
  /** Whether a contact may be meant at all. */
  fits?: (contact: Contact) => boolean
  invalid: boolean
  describedBy: string | undefined
  focusFirst?: boolean
  onType: (value: string) => void
  onPick: (contact: Contact) => void
}

/**
 * A name that completes from the address book (combobox with a list, ARIA 1.2): arrows choose, Enter takes, Escape
 * closes; whoever is in no address book is typed on.
 */
export function NameField(props: Props) {
  const { id, value, placeholder, contactType, fits, invalid, describedBy, focusFirst, onType, onPick } = props
  const list = useId()
  const [isOpen, open] = useState(false)
  const [active, setActive] = useState(-1)
  const found = useContactSuggestions(contactType, { typed: value, isOpen })
  const suggestions = isOpen ? found.filter((contact) => fits?.(contact) ?? true) : []
  const shown = suggestions.length > 0
  const close = () => {
    open(false)
    setActive(-1)
  }
  const pick = (contact: Contact) => {
    onPick(contact)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const chosen = suggestions[active]
    const count = suggestions.length
    const actions: Record<string, (() => void) | undefined> = {
      ArrowDown: () => (shown ? setActive((active + 1) % count) : open(true)),
      ArrowUp: shown ? () => setActive((active <= 0 ? count : active) - 1) : undefined,
      Enter: chosen && (() => pick(chosen)),
      Escape: shown ? close : undefined,
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  return (
    <div className="name-field">
      <Input
        id={id}
        value={value}
        placeholder={placeholder}
        autoFocus={focusFirst ?? false}
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? list : undefined}
        aria-activedescendant={shown && active >= 0 ? `${list}-${active}` : undefined}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        onChange={(event) => {
          onType(event.target.value)
          setActive(-1)
          open(true)
        }}
        onFocus={() => value === '' && open(true)}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {shown && (
        <ul id={list} role="listbox" aria-label="通讯录中的联系人">
          {suggestions.map((contact, index) => (
            <li
              key={contact.contactId}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === active}
              // The field keeps the focus: leaving it closes the list.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(contact)}
            >
              <span className="clip">{contactName(contact)}</span>
              <span className="small muted clip">
                {contact.contactType === 'company' && `${contact.name}　`}
                {phoneGroups(contact.phone)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
