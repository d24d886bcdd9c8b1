/** A gateway did not take a message. */
export class GatewayFault extends Error {
  override name = 'GatewayFault'
  /** Asking again may help: nobody answered, or too much was asked at once. Else the message itself is refused. */
  readonly passing: boolean

  constructor(message: string, passing: boolean, options?: ErrorOptions) {
    super(message, options)
    this.passing = passing
  }
}
