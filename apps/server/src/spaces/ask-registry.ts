import { Refusal } from '@moqi/domain/refusal'
import { GatewayFault } from '#src/platform/gateways/gateway-fault.ts'

/**
 * What a registry of persons or companies says. Where it cannot be asked that is nobody's failure: it throws
 * `service/unavailable`, and whoever asks may ask again.
 */
export async function askRegistry<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error
    const message = '核验服务暂时无法使用，本次不计入认证次数，请稍后重试'
    throw new Refusal('service/unavailable', { message }, { cause: error })
  }
}
