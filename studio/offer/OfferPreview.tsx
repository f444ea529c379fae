import { Box, Card, Flex, Grid, Stack, Text } from '@sanity/ui'
import { formatMoney } from '@/lib/content/format'
import {
  computeCharge,
  type OfferTerms,
  type readTerms,
  renewalTermsText,
} from '@/lib/membership/offer/offer'
import { CurrentSales } from './CurrentSales'

type OfferPreviewProps = {
  /** What stands in the form, published or not. */
  draft: ReturnType<typeof readTerms>
  /** What is sold now. */
  published: OfferTerms | undefined
  /** The published revision: with another one the numbers are read again. */
  revision: string | undefined
}

const invoices = [1, 2, 3, 12]

/** What buyers will see and pay on the terms in the form, and what is sold now. Nothing in it can be edited. */
export function OfferPreview({ draft, published, revision }: OfferPreviewProps) {
  return (
    <Card
      border
      radius={3}
      overflow="hidden"
      data-testid="offer-preview"
      tone={draft.terms ? 'default' : 'critical'}
    >
      <Stack gap={4} padding={4}>
        <Text as="h2" size={1} weight="semibold">
          What a new member pays
        </Text>
        {draft.terms ? (
          <Charges terms={draft.terms} published={published} />
        ) : (
          <Text size={1}>
            Nothing can be sold on what stands in this form, so it cannot be published. The fields in red say
            why.
          </Text>
        )}
      </Stack>
      <Card borderTop padding={4} tone="transparent">
        <CurrentSales revision={revision} />
      </Card>
    </Card>
  )
}

type ChargesProps = { terms: OfferTerms; published: OfferTerms | undefined }

function Charges({ terms, published }: ChargesProps) {
  const charge = (month: number) => ({
    now: formatMoney(computeCharge(month, terms), terms.currency),
    before: published && formatMoney(computeCharge(month, published), published.currency),
  })
  return (
    <Stack gap={5}>
      <Grid as="dl" gridTemplateColumns={[2, 2, 3, 5]} gap={4} style={{ margin: 0 }}>
        <Charge label="Today, in Checkout" {...charge(1)} />
        {invoices.map((month) => (
          <Charge key={month} label={`Invoice of month ${month}`} {...charge(month)} />
        ))}
      </Grid>
      <Stack gap={3}>
        <Text size={1} muted>
          At the offer and in Checkout they read:
        </Text>
        <Text size={1}>{renewalTermsText(terms)}</Text>
      </Stack>
    </Stack>
  )
}

/** One amount, with the one that is charged today where that is another. */
function Charge({ label, now, before }: { label: string; now: string; before: string | undefined }) {
  const isChanged = before !== undefined && before !== now
  return (
    <Box>
      <Stack gap={3}>
        <Text as="dt" size={0} muted>
          {label}
        </Text>
        <Flex as="dd" align="baseline" gap={2} wrap="wrap" style={{ margin: 0 }}>
          <Text size={2} weight="semibold">
            {now}
          </Text>
          {isChanged && (
            <Text size={1} muted>
              now {before}
            </Text>
          )}
        </Flex>
      </Stack>
    </Box>
  )
}
