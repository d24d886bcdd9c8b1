import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { contactTemplate } from './contact-template.ts'
import { deleteContacts } from './delete-contacts.ts'
import { findDoubles } from './find-doubles.ts'
import { importContacts } from './import-contacts.ts'
import { listContacts } from './list-contacts.ts'
import { mergeContacts } from './merge-contacts.ts'
import { saveContact } from './save-contact.ts'

/** The calls of this folder with the functions that answer them. */
export const contactCalls = {
  contactTemplate,
  deleteContacts,
  findDoubles,
  importContacts,
  listContacts,
  mergeContacts,
  saveContact,
} satisfies Partial<Handlers<Table>>
