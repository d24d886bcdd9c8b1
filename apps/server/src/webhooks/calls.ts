import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { getWebhook, listWebhookDelivery } from './read-webhook.ts'
import { replayWebhook, saveWebhook, switchWebhook, testWebhook } from './change-webhook.ts'

/** The calls of this folder with the functions that answer them. */
export const webhookCalls = {
  getWebhook,
  listWebhookDelivery,
  replayWebhook,
  saveWebhook,
  switchWebhook,
  testWebhook,
} satisfies Partial<Handlers<Table>>
