// The inner loops of the noise filters in develop.py, and of the lens blur in lens.py.
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int clamp_index(int index, int count) { return index < 0 ? 0 : index >= count ? count - 1 : index; }

// Replaces each pixel with the mean of (2 radius + 1)² pixels; edges are repeated. `temp` has room for one picture.
static void box_blur(float *data, float *temp, int height, int width, int radius) {
  const float scale = 1.0f / ((2 * radius + 1) * (2 * radius + 1));
  for (int y = 0; y < height; y++) {
    const float *row = data + (size_t)y * width;
    float *row_sums = temp + (size_t)y * width, sum = 0;
    for (int x = -radius; x <= radius; x++) sum += row[clamp_index(x, width)];
    for (int x = 0; x < width; x++) {
      row_sums[x] = sum;
      sum += row[clamp_index(x + radius + 1, width)] - row[clamp_index(x - radius, width)];
    }
  }
  float *sum = calloc(width, sizeof *sum);
  for (int y = -radius; y <= radius; y++)
    for (int x = 0; x < width; x++) sum[x] += temp[(size_t)clamp_index(y, height) * width + x];
  for (int y = 0; y < height; y++) {
    const float *row = temp + (size_t)clamp_index(y + radius + 1, height) * width;
    const float *leaving = temp + (size_t)clamp_index(y - radius, height) * width;
    for (int x = 0; x < width; x++) {
      data[(size_t)y * width + x] = sum[x] * scale;
      sum[x] += row[x] - leaving[x];
    }
  }
  free(sum);
}

// Filters each half by non-local means. a, b: light of the halves (3 floats per pixel); luma_a, luma_b: the mean of the
// three; variance: of the noise of the means; feature: 4 floats per pixel; offsets: pairs of dy, dx; patch: the radius
// of the compared squares. Adds to sum_a, sum_b, weights_a and weights_b.
void filter_halves(const float *a, const float *b, const float *luma_a, const float *luma_b, const float *variance,
                   const float *feature, const float *feature_variance, int height, int width, const int *offsets,
                   int offset_count, int patch, float strength, float *sum_a, float *sum_b, float *weights_a,
                   float *weights_b) {
  const size_t size = (size_t)height * width;
  float *distance_a = malloc(size * sizeof *distance_a), *distance_b = malloc(size * sizeof *distance_b),
        *edge_distance = malloc(size * sizeof *edge_distance), *temp = malloc(size * sizeof *temp);
  int *columns = malloc(width * sizeof *columns);
  for (int i = 0; i < offset_count; i++) {
    for (int x = 0; x < width; x++) columns[x] = clamp_index(x + offsets[2 * i + 1], width);
    for (int y = 0; y < height; y++) {
      const size_t row = (size_t)clamp_index(y + offsets[2 * i], height) * width;
      for (int x = 0; x < width; x++) {
        const size_t pixel = (size_t)y * width + x, neighbor = row + columns[x];
        const float noise = variance[pixel] + fminf(variance[pixel], variance[neighbor]);
        const float scale = 1 / (1e-8f + strength * (variance[pixel] + variance[neighbor]));
        // The weights of each half come from the other half.
        distance_a[pixel] = ((luma_b[pixel] - luma_b[neighbor]) * (luma_b[pixel] - luma_b[neighbor]) - noise) * scale;
        distance_b[pixel] = ((luma_a[pixel] - luma_a[neighbor]) * (luma_a[pixel] - luma_a[neighbor]) - noise) * scale;
        float feature_distance = 0;
        for (int channel = 0; channel < 4; channel++) {
          const float difference = feature[4 * pixel + channel] - feature[4 * neighbor + channel];
          feature_distance += difference * difference;
        }
        const float here = feature_variance[pixel], there = feature_variance[neighbor];
        edge_distance[pixel] = fmaxf((feature_distance - here - fminf(here, there)) / (1 + 2 * (here + there)), 0);
      }
    }
    box_blur(distance_a, temp, height, width, patch);
    box_blur(distance_b, temp, height, width, patch);
    for (int y = 0; y < height; y++) {
      const size_t row = (size_t)clamp_index(y + offsets[2 * i], height) * width;
      for (int x = 0; x < width; x++) {
        const size_t pixel = (size_t)y * width + x, neighbor = row + columns[x];
        const float weight_a = expf(-fminf(fmaxf(distance_a[pixel], 0) + edge_distance[pixel], 30));
        const float weight_b = expf(-fminf(fmaxf(distance_b[pixel], 0) + edge_distance[pixel], 30));
        for (int channel = 0; channel < 3; channel++) {
          sum_a[3 * pixel + channel] += a[3 * neighbor + channel] * weight_a;
          sum_b[3 * pixel + channel] += b[3 * neighbor + channel] * weight_b;
        }
        weights_a[pixel] += weight_a;
        weights_b[pixel] += weight_b;
      }
    }
  }
  free(distance_a);
  free(distance_b);
  free(edge_distance);
  free(temp);
  free(columns);
}

// Blurs a picture that is sharp everywhere, as a thin lens would. image: 3 floats per pixel; radii: the radius of each
// pixel's blur disc, negative in front of the focus; search: how far to search around each pixel; spiral: tap_count
// points in a disc of radius 1, as x, y; out: as image.
void defocus(const float *image, const float *radii, const float *search, int height, int width, const float *spiral,
             int tap_count, float *out) {
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      const size_t pixel = (size_t)y * width + x;
      const float search_radius = search[pixel], radius_here = radii[pixel], size_here = fabsf(radius_here);
      if (search_radius < 0.6f) {
        for (int channel = 0; channel < 3; channel++) out[3 * pixel + channel] = image[3 * pixel + channel];
        continue;
      }
      float behind[3] = {0}, behind_weight = 0, front[3] = {0}, front_weight = 0;
      // All pixels of a small disc, or a spiral of pixels in a large disc, rotated randomly for each pixel.
      const int is_small = search_radius <= 9.0f, side = (int)ceilf(search_radius);
      const int count = is_small ? (2 * side + 1) * (2 * side + 1) : tap_count + 1;
      unsigned hash = (unsigned)(x * 73856093) ^ (unsigned)(y * 19349663);
      hash = (hash ^ (hash >> 13)) * 1274126177u;
      const float angle = (hash >> 8) * (6.2831853f / 16777216.0f);
      const float cos_angle = cosf(angle) * search_radius, sin_angle = sinf(angle) * search_radius;
      const float tap_area = is_small ? 1.0f : 3.14159265f * search_radius * search_radius / tap_count;
      for (int i = 0; i < count; i++) {
        float dx, dy, area = tap_area;
        if (is_small) {
          dx = i % (2 * side + 1) - side;
          dy = i / (2 * side + 1) - side;
        } else if (i == tap_count) {
          dx = dy = 0;
          area = 1;
        } else {
          dx = spiral[2 * i] * cos_angle - spiral[2 * i + 1] * sin_angle;
          dy = spiral[2 * i] * sin_angle + spiral[2 * i + 1] * cos_angle;
        }
        const int neighbor_x = x + (int)lrintf(dx), neighbor_y = y + (int)lrintf(dy);
        const size_t neighbor = (size_t)clamp_index(neighbor_y, height) * width + clamp_index(neighbor_x, width);
        const float radius_there = radii[neighbor], size_there = fabsf(radius_there);
        // A pixel behind this one spreads over it no farther than this one is blurred itself.
        const float spread = fmaxf(radius_there > radius_here ? fminf(size_there, size_here) : size_there, 0.56f);
        const float distance = sqrtf(dx * dx + dy * dy);
        const float coverage = fminf(fmaxf(spread - distance + 0.5f, 0), 1);
        if (coverage <= 0) continue;
        const float weight = coverage * area / (3.14159265f * spread * spread);
        const float front_share = fminf(fmaxf((radius_here - radius_there - 0.5f) / 1.5f, 0), 1);
        for (int channel = 0; channel < 3; channel++) {
          behind[channel] += image[3 * neighbor + channel] * weight * (1 - front_share);
          front[channel] += image[3 * neighbor + channel] * weight * front_share;
        }
        behind_weight += weight * (1 - front_share);
        front_weight += weight * front_share;
      }
      const float opacity = fminf(front_weight, 1), front_scale = opacity / fmaxf(front_weight, 1e-6f);
      const float behind_scale = behind_weight > 1e-6f ? (1 - opacity) / behind_weight : 0;
      for (int channel = 0; channel < 3; channel++)
        out[3 * pixel + channel] = behind_weight > 1e-6f ? behind[channel] * behind_scale + front[channel] * front_scale
                                                         : front[channel] / fmaxf(front_weight, 1e-6f);
    }
  }
}

// One level of an à-trous filter over the light of both halves (3 floats per pixel). The brightness of each half limits
// how far the other half is mixed. step: the distance of neighboring taps in pixels; guide: 5 floats per pixel:
// direction (3), distance and tone; slope: the change of distance per pixel right and down.
void atrous_level(const float *a, const float *b, const float *variance_a, const float *variance_b, const float *guide,
                  const float *slope, int height, int width, int step, float strength, float *out_a, float *out_b,
                  float *out_variance_a, float *out_variance_b) {
  const float taps[5] = {1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f};
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      const size_t pixel = (size_t)y * width + x;
      const float *guide_here = guide + 5 * pixel;
      const float luma_a = a[3 * pixel] + a[3 * pixel + 1] + a[3 * pixel + 2];
      const float luma_b = b[3 * pixel] + b[3 * pixel + 1] + b[3 * pixel + 2];
      const float scale_a = 1 / (strength * sqrtf(variance_a[pixel]) + 1e-4f);
      const float scale_b = 1 / (strength * sqrtf(variance_b[pixel]) + 1e-4f);
      const float depth_scale = 1 / (0.012f * guide_here[3] + 1e-4f);
      float weight_sum_a = 0, weight_sum_b = 0, color_a[3] = {0}, color_b[3] = {0}, variance_sum_a = 0, variance_sum_b = 0;
      for (int dy = -2; dy <= 2; dy++) {
        const int neighbor_y = clamp_index(y + dy * step, height);
        for (int dx = -2; dx <= 2; dx++) {
          const int neighbor_x = clamp_index(x + dx * step, width);
          const size_t neighbor = (size_t)neighbor_y * width + neighbor_x;
          const float *guide_there = guide + 5 * neighbor;
          const float depth_difference = fabsf(guide_there[3] - guide_here[3] - slope[2 * pixel] * (neighbor_x - x) -
                                               slope[2 * pixel + 1] * (neighbor_y - y)) * depth_scale;
          const float direction_difference = 1 - (guide_there[0] * guide_here[0] + guide_there[1] * guide_here[1] +
                                                  guide_there[2] * guide_here[2]);
          const float tone_difference = fabsf(guide_there[4] - guide_here[4]);
          const float edge_distance = depth_difference + 3.5f * fmaxf(direction_difference - 0.02f, 0) +
                                      2.0f * fmaxf(tone_difference - 0.25f, 0);
          const float neighbor_luma_a = a[3 * neighbor] + a[3 * neighbor + 1] + a[3 * neighbor + 2];
          const float neighbor_luma_b = b[3 * neighbor] + b[3 * neighbor + 1] + b[3 * neighbor + 2];
          const float tap_weight = taps[dx + 2] * taps[dy + 2];
          const float weight_a = tap_weight * expf(-fminf(edge_distance + fabsf(neighbor_luma_b - luma_b) * scale_b, 30)),
                      weight_b = tap_weight * expf(-fminf(edge_distance + fabsf(neighbor_luma_a - luma_a) * scale_a, 30));
          for (int channel = 0; channel < 3; channel++) {
            color_a[channel] += weight_a * a[3 * neighbor + channel];
            color_b[channel] += weight_b * b[3 * neighbor + channel];
          }
          weight_sum_a += weight_a;
          weight_sum_b += weight_b;
          variance_sum_a += weight_a * weight_a * variance_a[neighbor];
          variance_sum_b += weight_b * weight_b * variance_b[neighbor];
        }
      }
      for (int channel = 0; channel < 3; channel++) {
        out_a[3 * pixel + channel] = color_a[channel] / weight_sum_a;
        out_b[3 * pixel + channel] = color_b[channel] / weight_sum_b;
      }
      out_variance_a[pixel] = variance_sum_a / (weight_sum_a * weight_sum_a);
      out_variance_b[pixel] = variance_sum_b / (weight_sum_b * weight_sum_b);
    }
  }
}
