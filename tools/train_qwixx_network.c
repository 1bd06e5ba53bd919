/* Learn the value network of the Qwixx expert for two players by self-play.

       cc -O3 -march=native -ffast-math -o .work/train tools/train_qwixx_network.c -lm
       .work/train src/trapezi/games/qwixx/bots/networks/standard-2.bin 300

   The second argument is the number of rounds. To continue from a file, add its name and a learning rate to begin with, such as
   0.0007. With `print` and a number after the file, the program trains nothing, but prints that number of games that the network in
   the file plays against itself. In each round the network plays 10,000 games against itself, and then trains on positions of the last rounds. The
   target of a position is the result of its game mixed with the values of the positions that follow (TD(lambda)). The network
   that plays, and that is written at the end, is a moving average of the trained weights.

   This repeats the rules and the way in which `move_evaluator.py` chooses moves, in a form that plays about 15,000 games per second
   on one core. Numbers, layers and the order of the weights are those of `value_network.py`. A test replays printed games by the
   rules of the package: tests/test_train_qwixx_network.py.
*/

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 64, SECOND = 16, STATES = 64, MISSES = 4, LEADS = 128 };             /* see network_sizes.py, array_strides.py */
enum { ROWS = 4, CELLS = 11, LAST = 10, PASS = 44 };                                /* see sheet.py */
enum { MISSES_START = 2 * ROWS * STATES, TURN_START = MISSES_START + 2 * MISSES };  /* the order of the inputs */
enum { LEADS_START = TURN_START + 2, INPUTS = LEADS_START + LEADS, ACTIVE_INPUTS = 2 * ROWS + 2 + 2 };
enum { GAMES = 10000, STEPS = 500, BATCH = 2048, MEMORY = 24 };                     /* per round; MEMORY is in rounds */
enum { RANDOM_MOVES = 2, MAX_ROLLS = 400, POSITIONS = MEMORY * GAMES * 40 };        /* RANDOM_MOVES is a percentage */

static const float LEAD_SCALE = 32, POINT_VALUE = 0.0005f, LAMBDA = 0.7f, FIRST_RATE = 1.5e-3f, LAST_RATE = 1e-5f;
static const uint8_t ROW_ORDERS[8][ROWS] = {  /* rows that may be exchanged without changing the value of a position */
    {0, 1, 2, 3}, {1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 0, 1}, {2, 3, 1, 0}, {3, 2, 1, 0}};

typedef float Floats __attribute__((vector_size(64)));
typedef int32_t Mask __attribute__((vector_size(64)));
enum { LANES = 16, VECTORS = FIRST / LANES };
_Static_assert(FIRST % LANES == 0 && (int)SECOND == (int)LANES, "a unit of the second layer is a lane of one vector");

/* -- random numbers (SplitMix64) ----------------------------------------------------------------------------------------- */

static uint64_t random_state = 1;

static uint64_t next64(void) {
    uint64_t z = random_state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static int below(int n) { return (int)((next64() >> 32) * (uint64_t)n >> 32); }

static float uniform(float half) { return ((next64() >> 40) / 8388608.0f - 1) * half; }

/* -- sheets (see row_states.py and after_state.py) ----------------------------------------------------------------------- */

static int closed_state;
static int8_t state_after[STATES][CELLS];  /* the state after crossing a cell, or -1 */
static int points[STATES][CELLS];

typedef struct {
    uint8_t row[2 * ROWS], misses[2], closed, closing, active;
    int16_t score[2];
} Sheets;

static void make_row_states(void) {
    int state_of[CELLS][CELLS], next = 0, stuck = -1;
    for (int first = 0; first <= LAST; first++)
        for (int crosses = first < 1 ? first : 1; crosses <= first; crosses++) {
            int is_stuck = first == LAST && crosses < 5;
            if (is_stuck && stuck < 0) stuck = next++;
            state_of[first][crosses] = is_stuck ? stuck : next++;
        }
    closed_state = next;
    memset(state_after, -1, sizeof state_after);
    for (int first = 0; first <= LAST; first++)
        for (int crosses = first < 1 ? first : 1; crosses <= first; crosses++)
            for (int cell = first, state = state_of[first][crosses]; cell <= LAST; cell++)
                if (cell < LAST) {
                    state_after[state][cell] = (int8_t)state_of[cell + 1][crosses + 1];
                    points[state][cell] = crosses + 1;
                } else if (crosses >= 5) {
                    state_after[state][cell] = (int8_t)closed_state;
                    points[state][cell] = 2 * crosses + 3;
                }
}

static int can_cross(const Sheets *s, int seat, int cell) {
    return state_after[s->row[seat * ROWS + cell / CELLS]][cell % CELLS] >= 0;
}

static void cross(Sheets *s, int seat, int cell) {
    uint8_t *row = &s->row[seat * ROWS + cell / CELLS];
    s->score[seat] += points[*row][cell % CELLS];
    *row = (uint8_t)state_after[*row][cell % CELLS];
    if (cell % CELLS == LAST) s->closing |= 1 << cell / CELLS;
}

static void add_miss(Sheets *s, int seat) {
    s->misses[seat]++;
    s->score[seat] -= 5;
}

static void close_rows(Sheets *s) {
    for (int row = 0; row < ROWS; row++)
        if (s->closing >> row & 1) s->row[row] = s->row[ROWS + row] = (uint8_t)closed_state;
    s->closed |= s->closing;
    s->closing = 0;
}

static int has_two_closed_rows(const Sheets *s) { return (s->closed & (s->closed - 1)) != 0; }

static int is_over(const Sheets *s) { return has_two_closed_rows(s) || s->misses[0] == MISSES || s->misses[1] == MISSES; }

static int lead_of(const Sheets *s, int seat) { return s->score[seat] - s->score[1 - seat]; }

/* -- the network (see value_network.py) ---------------------------------------------------------------------------------- */

typedef struct {
    Floats inputs[INPUTS][VECTORS], second_bias, second[FIRST], output[2], output_bias;  /* output_bias has only two entries */
} Network;

typedef struct {
    int inputs[ACTIVE_INPUTS];
    Floats first[VECTORS];  /* before negative values become 0 */
} FirstLayer;

typedef struct {
    float win, lead;
} Value;

static void set_inputs(const Sheets *s, int seat, int next_active, int *inputs) {
    for (int slot = 0; slot < 2; slot++) {
        for (int row = 0; row < ROWS; row++) *inputs++ = (slot * ROWS + row) * STATES + s->row[(seat ^ slot) * ROWS + row];
        *inputs++ = MISSES_START + slot * MISSES + s->misses[seat ^ slot];
    }
    int lead = lead_of(s, seat) + LEADS / 2;
    *inputs++ = LEADS_START + (lead < 0 ? 0 : lead >= LEADS ? LEADS - 1 : lead);
    *inputs = TURN_START + (seat ^ next_active);
}

static void set_first_layer(const Network *net, const Sheets *s, int seat, int next_active, FirstLayer *layer) {
    set_inputs(s, seat, next_active, layer->inputs);
    memset(layer->first, 0, sizeof layer->first);
    for (int n = 0; n < ACTIVE_INPUTS; n++)
        for (int v = 0; v < VECTORS; v++) layer->first[v] += net->inputs[layer->inputs[n]][v];
}

static Floats positive(Floats x) { return (Floats)((Mask)x & (x > 0)); }

static float sum(Floats x) {
    float total = 0;
    for (int k = 0; k < LANES; k++) total += x[k];
    return total;
}

static Floats second_layer(const Network *net, const Floats *positive_first) {
    const float *first = (const float *)positive_first;
    Floats parts[4] = {net->second_bias, {0}, {0}, {0}};  /* several sums at a time are faster */
    for (int k = 0; k < FIRST; k += 4)
        for (int part = 0; part < 4; part++) parts[part] += first[k + part] * net->second[k + part];
    return positive(parts[0] + parts[1] + parts[2] + parts[3]);
}

static float sigmoid(float x) { return 1 / (1 + expf(-x)); }

static Value evaluate(const Network *net, const FirstLayer *base, const Sheets *s, int seat, int next_active) {
    int inputs[ACTIVE_INPUTS];
    Floats first[VECTORS];
    set_inputs(s, seat, next_active, inputs);
    memcpy(first, base->first, sizeof first);
    for (int n = 0; n < ACTIVE_INPUTS; n++)
        if (inputs[n] != base->inputs[n])
            for (int v = 0; v < VECTORS; v++) first[v] += net->inputs[inputs[n]][v] - net->inputs[base->inputs[n]][v];
    for (int v = 0; v < VECTORS; v++) first[v] = positive(first[v]);
    Floats second = second_layer(net, first);
    float lead = sum(second * net->output[1]) + net->output_bias[1];
    return (Value){sigmoid(sum(second * net->output[0]) + net->output_bias[0]), (float)lead_of(s, seat) + lead * LEAD_SCALE};
}

static Value end_value(const Sheets *s, int seat) {
    int lead = lead_of(s, seat);
    return (Value){lead > 0 ? 1 : lead == 0 ? 0.5f : 0, (float)lead};
}

/* -- moves (see move_evaluator.py) --------------------------------------------------------------------------------------- */

typedef struct {
    const Network *net;
    Sheets before;
    FirstLayer base[2];
    int dice[6], expected_white[2], expected_colour, best_colour;
    float values[2][PASS + 1];
} Roll;

static int cell_with_number(int row, int number) { return row * CELLS + (row < 2 ? number - 2 : 12 - number); }

static int white_cell(const Roll *roll, int row) { return cell_with_number(row, roll->dice[0] + roll->dice[1]); }

/* Return the cell for one of the eight sums of a white and a coloured die. */
static int colour_cell(const Roll *roll, int n) { return cell_with_number(n / 2, roll->dice[n % 2] + roll->dice[2 + n / 2]); }

static float value_after_roll(const Roll *roll, const Sheets *after, int seat) {
    Value value = is_over(after) ? end_value(after, seat)
                                 : evaluate(roll->net, &roll->base[seat], after, seat, 1 - roll->before.active);
    return value.win + POINT_VALUE * value.lead;
}

/* Return the value for the active seat after its best coloured move, and set `best_colour`. */
static float value_after_colour(Roll *roll, const Sheets *after_white, int seat, int miss) {
    Sheets after = *after_white;
    if (miss) add_miss(&after, seat);
    float best = value_after_roll(roll, &after, seat);
    roll->best_colour = PASS;
    for (int n = 0; n < 8; n++) {
        int cell = colour_cell(roll, n);
        if ((n % 2 && roll->dice[0] == roll->dice[1]) || !can_cross(after_white, seat, cell)) continue;
        after = *after_white;
        cross(&after, seat, cell);
        close_rows(&after);
        float value = value_after_roll(roll, &after, seat);
        if (value > best) {
            best = value;
            roll->best_colour = cell;
        }
    }
    return best;
}

static float value_after_white(Roll *roll, const Sheets *start, int seat, int move, int ignore_active) {
    Sheets after = *start;
    int active = roll->before.active;
    if (move != PASS) cross(&after, seat, move);
    close_rows(&after);
    if (has_two_closed_rows(&after)) {
        Value value = end_value(&after, seat);
        roll->best_colour = PASS;
        return value.win + POINT_VALUE * value.lead;
    }
    if (seat == active) return value_after_colour(roll, &after, seat, move == PASS);
    if (!ignore_active) {
        if (roll->expected_colour != PASS && can_cross(&after, active, roll->expected_colour)) {
            cross(&after, active, roll->expected_colour);
            close_rows(&after);
        } else if (roll->expected_white[active] == PASS)
            add_miss(&after, active);
    }
    return value_after_roll(roll, &after, seat);
}

/* Set what both seats are expected to cross, each as if the other crossed nothing. */
static void predict_choices(Roll *roll, int seat) {
    float best = -1e9f;
    for (int row = 0; row <= ROWS; row++) {
        int move = row < ROWS ? white_cell(roll, row) : PASS;
        if (move != PASS && !can_cross(&roll->before, seat, move)) continue;
        float value = roll->values[seat][move] = value_after_white(roll, &roll->before, seat, move, 1);
        if (value >= best) {
            best = value;
            roll->expected_white[seat] = move;
            if (seat == roll->before.active) roll->expected_colour = roll->best_colour;
        }
    }
}

static int best_white_move(Roll *roll, int seat) {
    Sheets start = roll->before;
    int known = roll->expected_white[1 - seat] == PASS && seat == roll->before.active, best = PASS;
    if (roll->expected_white[1 - seat] != PASS) cross(&start, 1 - seat, roll->expected_white[1 - seat]);
    float best_value = known ? roll->values[seat][PASS] : value_after_white(roll, &start, seat, PASS, 0);
    for (int row = 0; row < ROWS; row++) {
        int move = white_cell(roll, row);
        if (!can_cross(&roll->before, seat, move)) continue;
        float value = known ? roll->values[seat][move] : value_after_white(roll, &start, seat, move, 0);
        if (value > best_value) {
            best_value = value;
            best = move;
        }
    }
    return best;
}

/* -- self-play ----------------------------------------------------------------------------------------------------------- */

typedef struct {
    Sheets sheets;
    Value target;  /* for seat 0 */
} Position;

static Position *memory;
static long remembered;  /* the number of positions that were ever written to `memory` */

/* Return a random one of the moves of a seat that `cell` numbers from 0, or PASS. */
static int random_move(const Roll *roll, const Sheets *s, int seat, int (*cell)(const Roll *, int), int cells) {
    int moves[9] = {PASS}, count = 1;
    for (int n = 0; n < cells; n++)
        if (can_cross(s, seat, cell(roll, n))) moves[count++] = cell(roll, n);
    return moves[below(count)];
}

/* What is decided after a roll: first the white crosses of seats 0 and 1, then the coloured cross of the active seat. */
typedef struct {
    int best[3], made[3], count;  /* count is 2 if the game ended after the white crosses */
} Decisions;

/* Play the best moves of both seats, or sometimes random ones. Return whether a random move was made. */
static int play_roll(const Network *net, Sheets *s, const int *dice, Decisions *decisions) {
    Roll roll = {.net = net, .before = *s, .expected_colour = PASS};
    int *white = decisions->made, active = s->active, random = 0;
    memcpy(roll.dice, dice, sizeof roll.dice);
    for (int seat = 0; seat < 2; seat++) set_first_layer(net, s, seat, 1 - active, &roll.base[seat]);
    for (int seat = 0; seat < 2; seat++) predict_choices(&roll, seat);
    for (int seat = 0; seat < 2; seat++) {
        int move = white[seat] = decisions->best[seat] = best_white_move(&roll, seat);
        if (below(100) < RANDOM_MOVES) white[seat] = random_move(&roll, &roll.before, seat, white_cell, ROWS);
        random |= white[seat] != move;
    }
    for (int seat = 0; seat < 2; seat++)
        if (white[seat] != PASS) cross(s, seat, white[seat]);
    close_rows(s);
    s->active = (uint8_t)(1 - active);
    decisions->count = 2;
    if (has_two_closed_rows(s)) return random;
    value_after_colour(&roll, s, active, white[active] == PASS);
    int colour = roll.best_colour;
    if (below(100) < RANDOM_MOVES) colour = random_move(&roll, s, active, colour_cell, 8);
    random |= colour != roll.best_colour;
    decisions->count = 3;
    decisions->best[2] = roll.best_colour;
    decisions->made[2] = colour;
    if (colour != PASS) {
        cross(s, active, colour);
        close_rows(s);
    } else if (white[active] == PASS)
        add_miss(s, active);
    return random;
}

static void roll_dice(int *dice) {
    for (int die = 0; die < 6; die++) dice[die] = below(6) + 1;
}

static Value value_for(const Network *net, const Sheets *s, int seat) {
    FirstLayer base;
    set_first_layer(net, s, seat, s->active, &base);
    return evaluate(net, &base, s, seat, s->active);
}

/* Return the value for seat 0, as the mean of what both seats see. */
static Value mean_value(const Network *net, const Sheets *s) {
    Value values[2] = {value_for(net, s, 0), value_for(net, s, 1)};
    return (Value){(values[0].win + 1 - values[1].win) / 2, (values[0].lead - values[1].lead) / 2};
}

/* Play a game and remember its positions before a roll. */
static void play_game(const Network *net) {
    static Position game[MAX_ROLLS];
    static Value values[MAX_ROLLS];
    static int random[MAX_ROLLS];
    int rolls = 0, dice[6];
    Decisions decisions;
    Sheets s = {.active = (uint8_t)below(2)};
    for (; !is_over(&s) && rolls < MAX_ROLLS; rolls++) {
        game[rolls].sheets = s;
        values[rolls] = mean_value(net, &s);
        roll_dice(dice);
        random[rolls] = play_roll(net, &s, dice, &decisions);
    }
    Value target = end_value(&s, 0);
    for (int n = rolls - 1; n >= 0; n--) {
        if (random[n]) {  /* What follows a random move teaches nothing about the position before it. */
            target = values[n];
            continue;
        }
        game[n].target = target;
        memory[remembered++ % POSITIONS] = game[n];
        target.win = LAMBDA * target.win + (1 - LAMBDA) * values[n].win;
        target.lead = LAMBDA * target.lead + (1 - LAMBDA) * values[n].lead;
    }
}

/* -- printed games ------------------------------------------------------------------------------------------------------- */

/* Print the moves of a seat with the white or the coloured dice as a number with one bit for each move. */
static void print_legal_moves(const Sheets *s, const int *dice, int seat, int (*cell)(const Roll *, int), int cells) {
    Roll roll;
    uint64_t moves = (uint64_t)1 << PASS;
    memcpy(roll.dice, dice, sizeof roll.dice);
    for (int n = 0; n < cells; n++)
        if (can_cross(s, seat, cell(&roll, n))) moves |= (uint64_t)1 << cell(&roll, n);
    printf(" %llu", (unsigned long long)moves);
}

/* Print a game, one line for each roll, and one with the scores.

   A line contains the active seat; the chance to win and the expected lead of seats 0 and 1; the dice; for each decision its legal
   moves, the best move and the move made. */
static void print_game(const Network *net) {
    int dice[6];
    Decisions decisions;
    Sheets s = {.active = (uint8_t)below(2)};
    while (!is_over(&s)) {
        Sheets before = s, after_white = s;
        int active = s.active;
        printf("%d", active);
        for (int seat = 0; seat < 2; seat++) {
            Value value = value_for(net, &s, seat);
            printf(" %.6f %.6f", value.win, value.lead);
        }
        roll_dice(dice);
        for (int die = 0; die < 6; die++) printf(" %d", dice[die]);
        play_roll(net, &s, dice, &decisions);
        for (int n = 0; n < decisions.count; n++) {
            if (n < 2)
                print_legal_moves(&before, dice, n, white_cell, ROWS);
            else
                print_legal_moves(&after_white, dice, active, colour_cell, 8);
            printf(" %d %d", decisions.best[n], decisions.made[n]);
            if (n < 2 && decisions.made[n] != PASS) cross(&after_white, n, decisions.made[n]);
            if (n == 1) close_rows(&after_white);
        }
        printf("\n");
    }
    printf("%d %d\n", s.score[0], s.score[1]);
}

/* -- training ------------------------------------------------------------------------------------------------------------ */

static Network trained, average, gradient, mean, square;  /* the last two are the moments of Adam */
static double loss[2];

/* Add the gradient of a position as one of the seats sees it. */
static void add_gradient(const Position *position, int seat, const uint8_t *row_order) {
    FirstLayer layer;
    Sheets s = position->sheets;
    for (int n = 0; n < 2 * ROWS; n++) s.row[n] = position->sheets.row[n / ROWS * ROWS + row_order[n % ROWS]];
    set_first_layer(&trained, &s, seat, s.active, &layer);
    for (int v = 0; v < VECTORS; v++) layer.first[v] = positive(layer.first[v]);
    Floats second = second_layer(&trained, layer.first);
    float win = sum(second * trained.output[0]) + trained.output_bias[0];
    float lead = sum(second * trained.output[1]) + trained.output_bias[1];
    float target_lead = (seat ? -position->target.lead : position->target.lead) - (float)lead_of(&s, seat);
    float errors[2] = {sigmoid(win) - (seat ? 1 - position->target.win : position->target.win), lead - target_lead / LEAD_SCALE};
    Floats back = {0};
    for (int output = 0; output < 2; output++) {
        loss[output] += errors[output] * errors[output];
        float error = output ? 0.5f * errors[output] : errors[output];
        gradient.output_bias[output] += error;
        gradient.output[output] += error * second;
        back += error * trained.output[output];
    }
    back = (Floats)((Mask)back & (second > 0));
    gradient.second_bias += back;
    Floats first_back[VECTORS];
    for (int k = 0; k < FIRST; k++) {
        float first = ((float *)layer.first)[k];
        gradient.second[k] += first * back;
        ((float *)first_back)[k] = first > 0 ? sum(trained.second[k] * back) : 0;
    }
    for (int n = 0; n < ACTIVE_INPUTS; n++)
        for (int v = 0; v < VECTORS; v++) gradient.inputs[layer.inputs[n]][v] += first_back[v];
}

/* Take one step of Adam on the newest positions. */
static void train(long newest, float rate) {
    static long steps;
    memset(&gradient, 0, sizeof gradient);
    for (int n = 0; n < BATCH; n++) {
        long back = (long)((next64() >> 11) % (uint64_t)newest);
        add_gradient(&memory[(remembered - 1 - back) % POSITIONS], below(2), ROW_ORDERS[below(8)]);
    }
    steps++;
    float step = rate * sqrtf(1 - powf(0.999f, steps)) / (1 - powf(0.9f, steps)), decay = steps < 2000 ? 0.99f : 0.9995f;
    float *w = (float *)&trained, *a = (float *)&average, *m = (float *)&mean, *q = (float *)&square, *g = (float *)&gradient;
    for (size_t n = 0; n < sizeof trained / sizeof *w; n++) {
        float slope = g[n] / BATCH;
        m[n] += 0.1f * (slope - m[n]);
        q[n] += 0.001f * (slope * slope - q[n]);
        w[n] -= step * m[n] / (sqrtf(q[n]) + 1e-8f);
        a[n] += (1 - decay) * (w[n] - a[n]);
    }
}

static void set_random_weights(void) {
    for (int n = 0; n < LEADS_START; n++)
        for (int k = 0; k < FIRST; k++) ((float *)trained.inputs[n])[k] = uniform(0.1f);
    for (int k = 0; k < FIRST; k++) {
        float slope = uniform(0.2f);
        for (int n = 0; n < LEADS; n++)
            ((float *)trained.inputs[LEADS_START + n])[k] = slope * (n - LEADS / 2) / LEAD_SCALE;
        for (int j = 0; j < SECOND; j++) trained.second[k][j] = uniform(sqrtf(6.0f / FIRST));
    }
    for (int j = 0; j < SECOND; j++)
        for (int output = 0; output < 2; output++) trained.output[output][j] = uniform(0.4f);
}

/* Read or write a weight that is stored as a 16-bit float. */
static void transfer(FILE *file, float *weight, int write) {
    _Float16 half = (_Float16)*weight;
    if ((write ? fwrite(&half, sizeof half, 1, file) : fread(&half, sizeof half, 1, file)) != 1) {
        perror("cannot read or write the weights");
        exit(1);
    }
    if (!write) *weight = half;
}

/* Read or write all weights, in the order of `weight_count` in value_network.py. */
static void transfer_weights(Network *net, const char *path, int write) {
    FILE *file = fopen(path, write ? "wb" : "rb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    for (int n = 0; n < INPUTS * FIRST; n++) transfer(file, (float *)net->inputs + n, write);
    for (int j = 0; j < SECOND; j++) transfer(file, (float *)&net->second_bias + j, write);
    for (int n = 0; n < FIRST * SECOND; n++) transfer(file, (float *)net->second + n, write);
    for (int output = 0; output < 2; output++) transfer(file, (float *)&net->output_bias + output, write);
    for (int j = 0; j < SECOND; j++)
        for (int output = 0; output < 2; output++) transfer(file, (float *)&net->output[output] + j, write);
    if (fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

int main(int argc, char **argv) {
    int print = argc == 4 && strcmp(argv[2], "print") == 0, rounds = argc == 3 || argc == 5 ? atoi(argv[2]) : 0;
    if (rounds < 1 && !print) {
        fprintf(stderr, "usage: %s FILE ROUNDS [START FIRST_RATE], or: %s FILE print GAMES\n", argv[0], argv[0]);
        return 2;
    }
    make_row_states();
    if (print) {
        transfer_weights(&average, argv[1], 0);
        for (int n = atoi(argv[3]); n > 0; n--) print_game(&average);
        return 0;
    }
    float first_rate = argc == 5 ? strtof(argv[4], NULL) : FIRST_RATE;
    long *ends = calloc((size_t)rounds, sizeof *ends);  /* the value of `remembered` after each round */
    memory = malloc(POSITIONS * sizeof *memory);
    if (argc == 5)
        transfer_weights(&trained, argv[3], 0);
    else
        set_random_weights();
    average = trained;
    for (int round = 0; round < rounds; round++) {
        for (int n = 0; n < GAMES; n++) play_game(&average);
        ends[round] = remembered;
        int oldest = round / 2 > round - MEMORY ? round / 2 : round - MEMORY;  /* early rounds are soon forgotten */
        long newest = remembered - (round > 1 ? ends[oldest] : 0);
        if (newest > POSITIONS) newest = POSITIONS;
        loss[0] = loss[1] = 0;
        for (int n = 0; n < STEPS; n++) {
            float part = (round + (float)n / STEPS) / rounds;
            train(newest, LAST_RATE + (first_rate - LAST_RATE) * 0.5f * (1 + cosf(3.14159265f * part)));
        }
        if (round % 10 == 9 || round == rounds - 1) {
            printf("round %d: losses %.5f %.5f\n", round + 1, loss[0] / STEPS / BATCH, loss[1] / STEPS / BATCH);
            fflush(stdout);
            transfer_weights(&average, argv[1], 1);
        }
    }
}
