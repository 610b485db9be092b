#include "CEmbedded.h"
