import { arrivalSuite } from '../../../modules/payment/testing/arrival-suite.ts'
import { stripeLine } from './provider.server.ts'
import { openStripeStandIn } from './testing/stand-in.ts'

arrivalSuite('Stripe', async () => ({ standIn: await openStripeStandIn(), line: stripeLine }))
