import type { Contact } from '@moqi/api/contact'

/** The sheet that is open over the list. */
export type ContactSheet =
  | { is: 'form'; contact: Contact | null }
  | { is: 'import' }
  /** Without contacts: whatever may be double. */
  | { is: 'merge'; contacts: readonly Contact[] | null }
