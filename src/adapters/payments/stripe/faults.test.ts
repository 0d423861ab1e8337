import { faultsSuite } from '../../../modules/payment/testing/faults-suite.ts'
import { liesSuite } from '../../../modules/payment/testing/lies-suite.ts'
import { stripeLine } from './provider.server.ts'
import { openStripeStandIn } from './testing/stand-in.ts'

const open = async () => ({ standIn: await openStripeStandIn(), line: stripeLine })
faultsSuite('Stripe', open)
liesSuite('Stripe', open)
