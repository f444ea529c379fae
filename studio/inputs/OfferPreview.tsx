import { Box, Card, Flex, Grid, Stack, Text } from '@sanity/ui'
import { formatMoney } from '@/lib/content/text/format'
import {
  computeCharge,
  formatRenewalTerms,
  type OfferTerms,
  type readTerms,
} from '@/lib/membership/offer/offer'

type OfferPreviewProps = {
  /** The terms in the form. */
  draft: ReturnType<typeof readTerms>
  /** The published terms. */
  published: OfferTerms | undefined
}

const previewMonths = [1, 2, 3, 12]

/** Shows what buyers see and pay with the terms in the form, and published amounts that differ. */
export function OfferPreview({ draft, published }: OfferPreviewProps) {
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
          <Text size={1}>This offer can’t be sold, so it can’t be published. Fix the fields in red.</Text>
        )}
      </Stack>
    </Card>
  )
}

type ChargesProps = { terms: OfferTerms; published: OfferTerms | undefined }

function Charges({ terms, published }: ChargesProps) {
  const formatAmounts = (month: number) => ({
    newAmount: formatMoney(computeCharge(month, terms), terms.currency),
    currentAmount: published && formatMoney(computeCharge(month, published), published.currency),
  })
  return (
    <Stack gap={5}>
      <Grid as="dl" gridTemplateColumns={[2, 2, 3, 5]} gap={4} style={{ margin: 0 }}>
        <Charge label="Today, in Checkout" {...formatAmounts(1)} />
        {previewMonths.map((month) => (
          <Charge key={month} label={`Invoice of month ${month}`} {...formatAmounts(month)} />
        ))}
      </Grid>
      <Stack gap={3}>
        <Text size={1} muted>
          Shown with the offer and in Checkout:
        </Text>
        <Text size={1}>{formatRenewalTerms(terms)}</Text>
      </Stack>
    </Stack>
  )
}

type ChargeProps = { label: string; newAmount: string; currentAmount: string | undefined }

/** Shows one amount, with the currently published amount where it differs. */
function Charge({ label, newAmount, currentAmount }: ChargeProps) {
  const isChanged = currentAmount !== undefined && currentAmount !== newAmount
  return (
    <Box>
      <Stack gap={3}>
        <Text as="dt" size={0} muted>
          {label}
        </Text>
        <Flex as="dd" align="baseline" gap={2} wrap="wrap" style={{ margin: 0 }}>
          <Text size={2} weight="semibold">
            {newAmount}
          </Text>
          {isChanged && (
            <Text size={1} muted>
              now: {currentAmount}
            </Text>
          )}
        </Flex>
      </Stack>
    </Box>
  )
}
