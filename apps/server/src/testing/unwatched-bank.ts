import type { BankGateway } from '#src/platform/gateways/bank-gateway.ts'

/** Of a bank that pays, but watches no account of the platform's. */
export const unwatchedBank: Pick<BankGateway, 'account' | 'arrived' | 'trials'> = {
  account: null,
  arrived: async () => [],
  trials: [],
}
